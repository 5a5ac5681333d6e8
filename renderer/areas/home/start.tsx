import { ArrowRightIcon, FlagIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';

const steps = [
  { path: '/apis', text: 'Import an OpenAPI document', note: 'See and call its endpoints' },
  { path: '/dags', text: 'Add a DAG', note: 'Run endpoints on a schedule' },
  { path: '/agents', text: 'Create an agent', note: 'With prompts, tools and memories' },
  { path: '/connectors', text: 'Set up a connector', note: 'Reach other applications' },
] as const;

/** Where to begin, until there is somewhere to go back to. */
export function Start() {
  return (
    <section className="tr-card" aria-label="Where to start">
      <h2><FlagIcon />Where to start</h2>
      <ul>
        {steps.map(({ path, text, note }) => (
          <li key={path}>
            <Link to={path}><span>{text}</span><span className="tr-muted tr-clip">{note}</span><ArrowRightIcon className="tr-end" /></Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
