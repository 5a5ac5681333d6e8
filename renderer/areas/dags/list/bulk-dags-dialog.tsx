import { FormGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { Row } from '../../../../shared/contract/entity.ts';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { BulkDialog } from '../../../components/resource/bulk-dialog.tsx';
import { setPaused, triggerRun } from '../../../state/dags.ts';
import { isProduction } from '../../../state/environment-color.ts';
import { bulk } from '../../../state/bulk.ts';
import { remove } from '../../../state/list-removal.ts';
import { useEnvironment } from '../../../state/session.ts';
import { dagOf } from '../airflow.ts';
import { planOf, type BulkDeed } from './bulk-plan.ts';
import { confProblem } from './conf-problem.ts';
import { endProblem } from './pause-ends.ts';
import { PauseFields, wishOf, type PauseEntry } from './pause-fields.tsx';
import { offerBack } from './undo-pause.ts';

interface BulkDagsDialogProps {
  readonly deed: BulkDeed;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

const words = {
  trigger: { verb: 'Trigger', done: 'triggered', intent: 'primary', preview: 'Each of these gets a run. A paused DAG runs too when it is triggered.' },
  pause: { verb: 'Pause', done: 'paused', intent: 'primary', preview: 'The schedules of these are not followed until they are resumed. Runs that are under way go on.' },
  resume: { verb: 'Resume', done: 'resumed', intent: 'primary', preview: 'The schedules of these are followed from now on. What came while they were paused is not made up for, unless the DAG catches up.' },
  delete: { verb: 'Delete', done: 'deleted', intent: 'danger', preview: 'These go with their runs, logs and versions. You can take it back for 8 seconds; after that nothing brings them back.' },
} as const;

/** Says what would come of it for each DAG, does it when told to, and says what became of each. */
export function BulkDagsDialog({ deed, rows, onClose }: BulkDagsDialogProps) {
  const [entry, setEntry] = useState<PauseEntry>({ reason: '', until: '' });
  const [conf, setConf] = useState('');
  const environment = useEnvironment();
  const wish = wishOf(entry);
  const plan = (row: Row) => planOf(deed, row, wish);
  const [opened] = useState(Date.now);
  const obstacle = deed === 'pause' ? endProblem(entry.until, opened) : deed === 'trigger' ? confProblem(conf) : undefined;
  const given = conf.trim() === '' || obstacle !== undefined ? undefined : (JSON.parse(conf) as Record<string, unknown>);
  const act = (row: Row) => (deed === 'trigger' ? triggerRun(dagOf(row).id, given) : setPaused(row, deed === 'pause', wish));
  return (
    <BulkDialog
      group="dags" rows={rows} {...words[deed]} onClose={onClose} obstacle={obstacle} typed={isProduction(environment) ? environment?.name : undefined}
      note={(row) => plan(row).note} skips={(row) => !plan(row).does}
      onDone={deed === 'pause' || deed === 'resume' ? (done) => offerBack(done, deed === 'pause') : undefined}
      run={async (asked, tell, signal) => {
        if (deed !== 'delete') return bulk(asked, act, tell, signal);
        // They are hidden and can be taken back; what the platform refuses to delete comes back with its words.
        remove('dags', asked);
        onClose();
      }}
    >
      {deed === 'pause' && <PauseFields entry={entry} onEntry={setEntry} />}
      {deed === 'trigger' && (
        <FormGroup label="Params of every run (conf)" labelInfo="(optional)" helperText={obstacle ?? 'They take the place of each DAG’s own params. Empty: each runs with its own.'} intent={obstacle === undefined ? 'none' : 'danger'}>
          <Editor language="json" label="Conf as JSON" lines={4} value={conf} onChange={setConf} />
        </FormGroup>
      )}
    </BulkDialog>
  );
}
