import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { setInspector, usePeek, useUi } from '../state/ui.ts';

/** A look at what is chosen, beside the page; the page says what. */
export function Inspector() {
  const open = useUi((state) => state.inspector);
  const peek = usePeek((state) => state.peek);
  if (!open) return null;
  return (
    <aside className="tr-inspector" aria-label="Inspector">
      <div className="tr-pane-head">
        <h2 className="tr-clip">{peek?.title ?? 'Inspector'}</h2>
        <Button variant="minimal" size="small" icon={<CrossIcon />} aria-label="Close the inspector" onClick={() => setInspector(false)} />
      </div>
      <ErrorBoundary key={peek?.title} where="The inspector">
        {peek?.content ?? <p className="tr-state tr-muted">Choose a row and press Space to look at it here.</p>}
      </ErrorBoundary>
    </aside>
  );
}
