import { Callout } from '@blueprintjs/core';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { detailsOf } from '../../state/dags.ts';
import { refresh } from '../../state/lists.ts';
import { notify } from '../../state/toasts.ts';
import type { Dag } from './airflow.ts';
import { DefinitionForm } from './definition-form.tsx';
import { textOfDefinition } from './schedules.ts';
import { When } from './times.tsx';
import { useAddress } from './use-address.ts';
import { Who } from './who.tsx';

interface DagDefinitionProps {
  readonly row: Row;
  readonly dag: Dag;
  readonly editing: boolean;
}

/** What a DAG is, as it was written, and its versions. Where the platform does not tell, all that it tells is shown instead. */
export function DagDefinition({ row, dag, editing }: DagDefinitionProps) {
  return (
    <div className="detail-panel">
      {editing && dag.definition ? <Edit dag={dag} definition={dag.definition} /> : (
        <>
          {!dag.definition && <p className="form-note">The platform does not tell how this DAG was written. This is what it says of it.</p>}
          <Editor readOnly language="json" label="Definition as JSON" lines={12} value={dag.definition ? textOfDefinition(dag.definition) : JSON.stringify(row, null, 2)} />
          {dag.versions.length > 0 && <Versions dag={dag} />}
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

function Versions({ dag }: { readonly dag: Dag }) {
  const now = useNow();
  return (
    <>
      <h2 className="dag-heading">Versions</h2>
      <table className="tr-table dag-versions">
        <thead><tr><th scope="col" className="tr-number">Version</th><th scope="col">Saved</th><th scope="col">By</th></tr></thead>
        <tbody>
          {dag.versions.map(({ number, at, by }) => (
            <tr key={number}><td className="tr-number">{number}</td><td><When at={at} now={now} /></td><td><Who id={by} /></td></tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
