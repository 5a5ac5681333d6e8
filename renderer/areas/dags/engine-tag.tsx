import { Tag } from '@blueprintjs/core';
import { useDagEngine } from '../../state/dag-engine.ts';

/** Names the Airflow to which these DAGs belong; nothing where they are the platform's own. */
export function EngineTag() {
  const engine = useDagEngine();
  if (engine?.engine !== 'airflow') return null;
  const { url, version } = engine;
  return <Tag minimal title={`These DAGs are those of the Airflow at ${url}`}>Airflow {version}</Tag>;
}
