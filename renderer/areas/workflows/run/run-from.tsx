import { Button } from '@blueprintjs/core';
import { Play } from '@blueprintjs/icons';
import { useState } from 'react';
import type { NodeExecution } from '../../../../shared/contract/workflow-runs.ts';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { useList } from '../../../state/lists.ts';

interface RunFromProps {
  readonly run_id: string;
  readonly node_id: string;
  readonly title: string;
  readonly executions: readonly NodeExecution[];
  readonly obstacle: string | undefined;
  /** Without `inputs`, with the input that it had. */
  readonly onStart: (given: { readonly inputs?: unknown }) => void;
}

/** Runs on from a node with the input that it had, or with another; what came before it is taken as it was. */
export function RunFrom({ run_id, node_id, title, executions, obstacle, onStart }: RunFromProps) {
  const iteration = executions[0]?.iteration ?? '';
  const { data: [row] } = useList({ group: 'workflowRuns', method: 'node', input: { run_id, node_id, iteration } });
  const [text, setText] = useState<string | null>(null);
  const syntax = text === null ? undefined : jsonProblem(text)?.message;
  const inLoop = iteration === '' ? undefined : 'A node within a loop is run with its loop. Run from the loop itself.';
  return (
    <>
      <h2>Run from here</h2>
      {text !== null && <Editor language="json" label={`Input of ${title}`} lines={6} value={text} onChange={setText} />}
      {syntax !== undefined && <p className="form-problem" role="alert">{syntax}</p>}
      <div className="tr-actions run-start">
        <ActionButton size="small" icon={<Play size={14} />} text={text === null ? 'Run from here' : 'Run from here with this input'} obstacle={obstacle ?? inLoop ?? syntax} onClick={() => onStart(text === null ? {} : { inputs: JSON.parse(text) as unknown })} />
        {text === null ? <Button size="small" text="With another input…" onClick={() => setText(JSON.stringify(row?.['input'] ?? {}, null, 2))} /> : <Button size="small" variant="minimal" text="As it was" onClick={() => setText(null)} />}
      </div>
    </>
  );
}
