import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { lazy, Suspense, type PointerEvent } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { Loading } from '../components/loading.tsx';
import { resizePanel, togglePanel, useUi, type PanelTab } from '../state/ui.ts';

const ActivityPanel = lazy(async () => ({ default: (await import('../areas/activity/activity-panel.tsx')).ActivityPanel }));
const ProblemList = lazy(async () => ({ default: (await import('../areas/activity/problem-list.tsx')).ProblemList }));

const tabs: readonly { readonly id: PanelTab; readonly title: string }[] = [{ id: 'activity', title: 'Activity' }, { id: 'problems', title: 'Problems' }];

function drag(event: PointerEvent<HTMLButtonElement>): void {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
  const box = event.currentTarget.parentElement?.getBoundingClientRect();
  if (box) resizePanel(box.bottom - event.clientY);
}

/** What happens and what went wrong, under the page. */
export function Panel() {
  const { panel, panelHeight } = useUi();
  if (panel === null) return null;

  return (
    <section className="tr-panel" style={{ height: panelHeight }} aria-label="Panel">
      <button
        type="button"
        className="tr-panel-grip"
        aria-label="Resize the panel with the up and down arrows"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          resizePanel(panelHeight + (event.key === 'ArrowUp' ? 20 : -20));
        }}
      />
      <div className="tr-pane-head">
        {tabs.map(({ id, title }) => (
          <Button key={id} variant="minimal" size="small" text={title} active={id === panel} aria-pressed={id === panel} onClick={() => id !== panel && togglePanel(id)} />
        ))}
        <span className="tr-status-gap" />
        <Button variant="minimal" size="small" icon={<CrossIcon />} aria-label="Close the panel" onClick={() => togglePanel()} />
      </div>
      <div className="tr-panel-body">
        <ErrorBoundary key={panel} where="The panel">
          <Suspense fallback={<Loading />}>{panel === 'activity' ? <ActivityPanel /> : <ProblemList />}</Suspense>
        </ErrorBoundary>
      </div>
    </section>
  );
}
