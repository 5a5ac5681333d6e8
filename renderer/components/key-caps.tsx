import { host } from '../api/client.ts';
import { keyCaps } from '../state/keymap.ts';

/** A key combination as it stands on the keyboard. */
export function KeyCaps({ chord }: { readonly chord: string }) {
  const caps = keyCaps(chord, host.capabilities.os);
  return (
    <span className="tr-keys">
      {caps.map((cap) => (
        <kbd key={cap} className="tr-key">{cap}</kbd>
      ))}
    </span>
  );
}
