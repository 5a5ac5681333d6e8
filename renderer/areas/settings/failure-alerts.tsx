import { Button } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import { useAlerts, watchFailures } from '../../state/failure-alerts.ts';
import { withView } from '../../state/list-view.ts';
import { useSession } from '../../state/session.ts';

/** Of which failures the user is told, and how to end it. */
export function FailureAlerts() {
  const { view, since } = useAlerts();
  const tenant = useSession(({ session }) => session?.tenants.find(({ id }) => id === view?.tenant_id));
  const environment = tenant?.environments.find(({ id }) => id === view?.environment_id);
  return (
    <section aria-labelledby="failure-alerts">
      <h2 id="failure-alerts">Failures</h2>
      {view ? (
        <p>
          You are told of runs that fail in the view <Link to={`/dags?${withView(new URLSearchParams(), { text: view.text, conditions: view.conditions, sort: [] })}`}>{view.name}</Link>
          {tenant && environment && <> of {tenant.name}, {environment.name}</>}{since !== null && <>, since {new Date(since).toLocaleString()}</>}. Trellis looks once a minute, also while its window is hidden.{' '}
          <Button size="small" text="Stop" onClick={() => void watchFailures(null)} />
        </p>
      ) : <p className="tr-muted">You are told of none. Save a view of the list of DAGs, and choose “Notify me of failures” in its menu.</p>}
    </section>
  );
}
