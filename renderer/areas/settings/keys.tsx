import { Button, InputGroup } from '@blueprintjs/core';
import { SearchIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { host } from '../../api/client.ts';
import { KeyCaps } from '../../components/key-caps.tsx';
import { commandIds, commandOf, type CommandId } from '../../state/command-table.ts';
import { chordOf, conflicts, keysOf } from '../../state/keymap.ts';
import { changeSettings, useSettings } from '../../state/settings.ts';

function rebind(id: CommandId, keys: readonly string[] | null): void {
  const { [id]: _own, ...others } = useSettings.get().keys;
  void changeSettings({ keys: keys === null ? others : { ...others, [id]: [...keys] } });
}

/** Every command and its keys; a key that two commands would hear is marked at both. */
export function Keys() {
  const overrides = useSettings((state) => state.keys);
  const [text, setText] = useState('');
  const [listening, setListening] = useState<CommandId | null>(null);
  const clashes = conflicts(overrides);
  const shown = commandIds.filter((id) => commandOf(id).title.toLowerCase().includes(text.toLowerCase()));
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keyboard shortcuts</h2>
      <div className="tr-log-bar">
        <InputGroup type="search" leftIcon={<SearchIcon />} placeholder="Filter shortcuts" aria-label="Filter shortcuts" value={text} onValueChange={setText} />
        <Button text="Reset all" disabled={Object.keys(overrides).length === 0} onClick={() => void changeSettings({ keys: {} })} />
      </div>
      <div className="tr-keys-list">
        <table className="tr-table">
          <thead><tr><th scope="col">Command</th><th scope="col">Where</th><th scope="col">Keys</th><th scope="col"><span className="tr-hidden">Change</span></th></tr></thead>
          <tbody>
            {shown.map((id) => (
              <KeyRow key={id} id={id} changed={id in overrides} clashes={clashes} listening={listening === id} onListen={(on) => setListening(on ? id : null)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const where = { everywhere: 'Everywhere', list: 'List', detail: 'Detail page', grid: 'Grid or graph', canvas: 'On the canvas of a workflow', form: 'Form', request: 'Request', log: 'Log' };

interface KeyRowProps {
  readonly id: CommandId;
  readonly changed: boolean;
  readonly clashes: ReadonlyMap<string, readonly CommandId[]>;
  readonly listening: boolean;
  readonly onListen: (on: boolean) => void;
}

function KeyRow({ id, changed, clashes, listening, onListen }: KeyRowProps) {
  const overrides = useSettings((state) => state.keys);
  const keys = keysOf(id, overrides);
  const { title, context } = commandOf(id);
  const rivals = keys.flatMap((chord) => (clashes.get(chord) ?? []).filter((other) => other !== id).map((other) => commandOf(other).title));
  return (
    <tr>
      <td title={title}>{title}</td>
      <td>{where[context]}</td>
      <td>
        {listening ? <span className="tr-muted">Press keys, or Escape</span> : <span className="tr-chords">{keys.map((chord) => <KeyCaps key={chord} chord={chord} />)}</span>}
        {rivals.length > 0 && <span className="tr-warning" title={`Also used by: ${rivals.join(', ')}`}> <WarningSignIcon size={12} /> Also {rivals[0]}</span>}
      </td>
      <td>
        <Button
          variant="minimal"
          size="small"
          text={listening ? 'Cancel' : 'Change'}
          aria-label={`${listening ? 'Cancel changing' : 'Change'} the keys of ${title}`}
          onClick={() => onListen(!listening)}
          onBlur={() => listening && onListen(false)}
          onKeyDown={(event) => {
            if (!listening) return;
            const chord = chordOf(event, host.capabilities.os);
            if (chord === null || chord === 'Tab' || chord === 'Shift+Tab') return;
            event.preventDefault();
            event.stopPropagation();
            if (chord !== 'Escape') rebind(id, [chord]);
            onListen(false);
          }}
        />
        {keys.length > 0 && <Button variant="minimal" size="small" text="Remove" aria-label={`Remove the keys of ${title}`} onClick={() => rebind(id, [])} />}
        {changed && <Button variant="minimal" size="small" text="Reset" aria-label={`Reset the keys of ${title}`} onClick={() => rebind(id, null)} />}
      </td>
    </tr>
  );
}
