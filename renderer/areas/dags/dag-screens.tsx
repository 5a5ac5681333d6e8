import { Link } from 'react-router-dom';

/** The screens that are about all DAGs, beside their list. */
export const DagScreens = () => (
  <nav className="dag-screens" aria-label="Of all DAGs">
    <Link className="bp6-button bp6-minimal bp6-small" to="/dags/timeline">Timeline</Link>
    <Link className="bp6-button bp6-minimal bp6-small" to="/dags/pools">Pools</Link>
  </nav>
);
