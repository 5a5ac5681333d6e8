import { Callout } from '@blueprintjs/core';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { detailsOf } from '../../state/dags.ts';
import { refresh } from '../../state/lists.ts';
import { notify } from '../../state/toasts.ts';
import type { Dag } from './airflow.ts';
import { DefinitionForm } from './definition-form.tsx';
import { textOfDefinition } from './schedules.ts';
import { useAddress } from '../../components/use-address.ts';

interface DagDefinitionProps {
  readonly row: Row;
  readonly dag: Dag;
  readonly editing: boolean;
}

/** What a DAG is, as it was written. Where the platform does not tell, all that it tells is shown instead. */
export function DagDefinition({ row, dag, editing }: DagDefinitionProps) {
  return (
    <div className={editing ? 'detail-panel' : 'detail-panel definition-read'}>
      {editing && dag.definition ? <Edit dag={dag} definition={dag.definition} /> : (
        <>
          {!dag.definition && <p className="form-note">The platform does not tell how this DAG was written. This is what it says of it.</p>}
          <Editor readOnly language="json" label="Definition as JSON" lines={12} value={dag.definition ? textOfDefinition(dag.definition) : JSON.stringify(row, null, 2)} />
        </>
      )}
    </div>
  );
}

function Edit({ dag, definition }: { readonly dag: Dag; readonly definition: NonNullable<Dag['definition']> }) {
  const { put } = useAddress();
  // Editing goes on from the version with which it began, whatever is saved meanwhile.
  const [begun] = useState({ text: textOfDefinition(definition), version: dag.version });
  const stop = () => put({ edit: null });
  return (
    <>
      {dag.version !== begun.version && (
        <Callout compact intent="warning">Version {dag.version} was saved meanwhile. Yours is based on version {begun.version}, and would be saved over it as a new version.</Callout>
      )}
      <DefinitionForm
        dag_id={dag.id} start={begun.text} onCancel={stop}
        onSaved={() => {
          notify(`New version of DAG “${dag.id}” saved`, { intent: 'success' });
          refresh(detailsOf(dag.id));
          stop();
        }}
      />
    </>
  );
}
