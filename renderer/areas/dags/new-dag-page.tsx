import { Button } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { pathOf } from '../../state/areas.ts';
import { rememberPosition } from '../../state/list-position.ts';
import { useTitle } from '../../state/tabs.ts';
import { notify } from '../../state/toasts.ts';
import { DefinitionForm } from './definition-form.tsx';
import { emptyDag, exampleDag } from './example-dag.ts';
import { textOfDefinition } from './schedules.ts';
import '../../components/resource/resource.css';
import './dags.css';

/** Adds a DAG; with `?example=1` the editor begins with one to try. */
export function NewDagPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isExample = search.get('example') === '1';
  useTitle('New DAG');
  const saved = (dag_id: string) => {
    notify(`DAG “${dag_id}” added`, { intent: 'success' });
    rememberPosition('dags', { active: dag_id, offset: 0 });
    void navigate(pathOf('dags', dag_id)!, { replace: true });
  };
  return (
    <section className="resource" aria-label="New DAG">
      <header className="resource-head">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="DAGs" onClick={() => void navigate('/dags')} />
        <h1>New DAG</h1>
      </header>
      <div className="detail-tabs">
        <div className="detail-panel">
          {isExample && <p className="form-note">An example: write an address of yours as <code>url</code> in params, or give it when you trigger a run.</p>}
          <DefinitionForm key={String(isExample)} start={textOfDefinition(isExample ? exampleDag : emptyDag)} onSaved={saved} onCancel={() => void navigate('/dags')} />
        </div>
      </div>
    </section>
  );
}
