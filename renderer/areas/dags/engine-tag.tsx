import { Tag } from '@blueprintjs/core';
import { useDagEngine } from '../../state/dag-engine.ts';

/** Names the Airflow to which these DAGs belong, or says that their scheduler cannot go on; nothing while the platform's own does. */
export function EngineTag() {
  const engine = useDagEngine();
  if (!engine) return null;
  const { url, version, trouble } = engine;
  if (engine.engine === 'airflow') return <Tag minimal title={`These DAGs are those of the Airflow at ${url}`}>Airflow {version}</Tag>;
  if (trouble === undefined || trouble === null) return null;
  return <Tag intent="danger" role="status" title={`The platform's data file cannot be written: ${trouble}. No task begins or ends until it can.`}>The scheduler waits: {trouble}</Tag>;
}
