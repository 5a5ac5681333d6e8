import { dags } from '../../shared/contract/dags.ts';
import { resource } from '../../shared/contract/entity.ts';
import { flag, long, number, tags, text, time } from '../../shared/contract/fields.ts';

/** DAGs as lists know their kinds: the contract has calls of a router for them, whose answers are Airflow's. */
export const dagKind = resource({
  one: 'DAG', many: 'DAGs', path: '/dags', scope: ['tenant_id', 'environment_id'],
  fields: {
    dag_id: text('DAG ID'), is_paused: flag('State'), timetable_summary: text('Schedule'), latest_dag_runs: text('Last run'), next_dagrun_run_after: time('Next run'),
    tags: tags('Tags'), description: long('Description'), owners: tags('Owners'), version_number: number('Version'), created_at: time('Created'),
  },
  columns: ['dag_id', 'is_paused', 'timetable_summary', 'latest_dag_runs', 'next_dagrun_run_after', 'tags', 'description'],
}, dags.calls);
