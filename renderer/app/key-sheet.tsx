import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { KeyCaps } from '../components/key-caps.tsx';
import { commandIds, commandOf, type Context } from '../state/command-table.ts';
import { keysOf } from '../state/keymap.ts';
import { goTo } from '../state/navigation.ts';
import { useSettings } from '../state/settings.ts';
import { closeOverlay, useUi } from '../state/ui.ts';

const sections: readonly (readonly [Context, string])[] = [['everywhere', 'Everywhere'], ['list', 'In a list'], ['detail', 'On a detail page'], ['grid', 'In a grid or graph'], ['canvas', 'On the canvas of a workflow'], ['form', 'In a form'], ['request', 'At a request'], ['log', 'In a log']];

function change(): void {
  closeOverlay();
  goTo('/settings#keys');
}

/** Every key and what it does. */
export function KeySheet() {
  const open = useUi((state) => state.overlay === 'keys');
  const overrides = useSettings((state) => state.keys);
  return (
    <Dialog isOpen={open} onClose={closeOverlay} title="Keyboard shortcuts" style={{ width: 'min(760px, 92vw)' }} transitionDuration={0}>
      <DialogBody>
        <div className="tr-sheet">
          {sections.map(([context, title]) => (
            <section key={context}>
              <h3>{title}</h3>
              <dl>
                {commandIds
                  .filter((id) => commandOf(id).context === context && keysOf(id, overrides).length > 0)
                  .map((id) => (
                    <div key={id}>
                      <dt>{commandOf(id).title}</dt>
                      <dd className="tr-chords">{keysOf(id, overrides).slice(0, 2).map((chord) => <KeyCaps key={chord} chord={chord} />)}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
        <Button text="Change shortcuts" onClick={change} />
      </DialogBody>
    </Dialog>
  );
}
