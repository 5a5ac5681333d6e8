/** What the form asks of a DAG and of its tasks; the rest of a definition is written as JSON. */

export type FieldKind = 'text' | 'lines' | 'number' | 'flag' | 'choice' | 'texts' | 'names' | 'pairs' | 'value' | 'expression' | 'reference' | 'moment';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** What is offered while one types. */
  readonly offers?: 'zones' | 'groups' | 'pools' | 'methods';
  /** What a reference refers to. */
  readonly to?: string;
  /** What counts where nothing is given. */
  readonly otherwise?: string;
  /** What one pair is. */
  readonly one?: string;
  /** Takes the whole width. */
  readonly wide?: boolean;
}

export const aboutDag: readonly Field[] = [
  { name: 'dag_id', kind: 'text', label: 'DAG ID', required: true, help: 'Letters, digits, “_”, “-” and “.”; up to 250 characters' },
  { name: 'owners', kind: 'texts', label: 'Owners', help: 'Who answers for it' },
  { name: 'description', kind: 'text', label: 'Description', wide: true },
  { name: 'tags', kind: 'texts', label: 'Tags', wide: true },
];

export const datesOfDag: readonly Field[] = [
  { name: 'timezone', kind: 'text', label: 'Time zone', offers: 'zones', otherwise: 'UTC' },
  { name: 'start_date', kind: 'moment', label: 'Start', help: 'ISO 8601, by its time zone' },
  { name: 'end_date', kind: 'moment', label: 'End', help: 'ISO 8601, by its time zone' },
  { name: 'catchup', kind: 'flag', label: 'Catch up on all runs missed since the start' },
];

export const limitsOfDag: readonly Field[] = [
  { name: 'max_active_runs', kind: 'number', label: 'Runs at a time', otherwise: '1' },
  { name: 'max_active_tasks', kind: 'number', label: 'Tasks at a time in one run', otherwise: 'any number' },
  { name: 'dagrun_timeout_seconds', kind: 'number', label: 'Timeout of a run (seconds)', otherwise: 'none' },
];

export const triggerRules = [
  'all_success', 'all_failed', 'all_done', 'all_skipped', 'one_failed', 'one_success', 'one_done', 'none_failed', 'none_failed_min_one_success', 'none_skipped', 'always',
] as const;

/** Of what operators do for one task; a DAG may give it to all of them in `default_args`. */
const tries: readonly Field[] = [
  { name: 'retries', kind: 'number', label: 'Retries', otherwise: '0' },
  { name: 'retry_delay_seconds', kind: 'number', label: 'Wait before a retry (seconds)', otherwise: '5' },
  { name: 'max_retry_delay_seconds', kind: 'number', label: 'Longest wait (seconds)', otherwise: 'no limit' },
  { name: 'retry_exponential_backoff', kind: 'flag', label: 'Wait twice as long before each further retry' },
  { name: 'execution_timeout_seconds', kind: 'number', label: 'Timeout of a try (seconds)', otherwise: 'none' },
];

const slots: readonly Field[] = [
  { name: 'pool', kind: 'text', label: 'Pool', offers: 'pools', otherwise: 'default_pool' },
  { name: 'pool_slots', kind: 'number', label: 'Slots of the pool', otherwise: '1' },
  { name: 'priority_weight', kind: 'number', label: 'Priority weight', otherwise: '1' },
  { name: 'weight_rule', kind: 'choice', label: 'Weight counts', choices: ['downstream', 'upstream', 'absolute'], otherwise: 'downstream' },
  { name: 'max_active_tis_per_dag', kind: 'number', label: 'At a time, over all runs', otherwise: 'any number' },
  { name: 'max_active_tis_per_dagrun', kind: 'number', label: 'At a time, in one run', otherwise: 'any number' },
];

const past: readonly Field[] = [
  { name: 'depends_on_past', kind: 'flag', label: 'Wait for the same task of the run before' },
  { name: 'wait_for_downstream', kind: 'flag', label: 'And for what comes right after it there' },
];

export const defaultsOfTasks: readonly Field[] = [...tries, ...slots.slice(0, 4)];

export const orderOfTask: readonly Field[] = [
  { name: 'depends_on', kind: 'names', label: 'Depends on', help: 'Tasks or groups that come before it', wide: true },
  { name: 'trigger_rule', kind: 'choice', label: 'Trigger rule', choices: triggerRules, otherwise: 'all_success' },
  { name: 'task_group', kind: 'text', label: 'Group', offers: 'groups', help: 'A group within another is outer.inner' },
  ...past,
];
export const triesOfTask = tries;
export const slotsOfTask = slots;
export const mappingOfTask: readonly Field[] = [
  { name: 'expand', kind: 'value', label: 'Expand', help: 'An object: by field a list, or a template that yields one; one instance for every combination', wide: true },
  { name: 'expand_kwargs', kind: 'value', label: 'Expand by objects', help: 'A list of objects, or a template that yields one; one instance for each', wide: true },
];

const answer: readonly Field[] = [
  { name: 'query', kind: 'pairs', label: 'Query', one: 'parameter', wide: true },
  { name: 'headers', kind: 'pairs', label: 'Headers', one: 'header', wide: true },
  { name: 'body', kind: 'value', label: 'Body', help: 'Text, JSON, or {"type": …, "content": …}', wide: true },
  { name: 'auth', kind: 'value', label: 'Auth', help: '{"type": "bearer", "credentials": {…}}', wide: true },
  { name: 'expect_status', kind: 'value', label: 'Expected status', help: '200, 2xx, or a list such as [200, 404]', otherwise: '2xx' },
];
const expression = (help: string): Field => ({ name: 'expression', kind: 'expression', label: 'Expression', required: true, help, wide: true });

/** What each operator takes, and what a new task begins with. */
export const operators: Readonly<Record<string, { readonly fields: readonly Field[]; readonly begin: Readonly<Record<string, unknown>> }>> = {
  http: {
    fields: [{ name: 'method', kind: 'text', label: 'Method', offers: 'methods', otherwise: 'GET' }, { name: 'url', kind: 'text', label: 'URL', required: true, wide: true }, ...answer],
    begin: { method: 'GET', url: '' },
  },
  endpoint: {
    fields: [
      { name: 'endpoint_id', kind: 'reference', label: 'Endpoint', to: 'composerEndpoints', required: true, wide: true },
      { name: 'path_variables', kind: 'pairs', label: 'Path variables', one: 'variable', wide: true }, ...answer,
    ],
    begin: { endpoint_id: '' },
  },
  workflow: {
    fields: [{ name: 'workflow_id', kind: 'reference', label: 'Workflow', to: 'workflows', required: true, wide: true }, { name: 'data', kind: 'value', label: 'Input', help: 'Text or JSON', wide: true }],
    begin: { workflow_id: '' },
  },
  agent: {
    fields: [
      { name: 'agent_id', kind: 'reference', label: 'Agent', to: 'agents', required: true, wide: true },
      { name: 'input', kind: 'value', label: 'Input', required: true, help: 'What it is asked: text, or JSON', wide: true },
      { name: 'variables', kind: 'pairs', label: 'Variables of its prompt', one: 'variable', wide: true },
    ],
    begin: { agent_id: '', input: '' },
  },
  transform: { fields: [expression('JSONata over params, run and tasks.<id>.result; what it yields is the result')], begin: { expression: '' } },
  branch: { fields: [expression('JSONata that yields the ids of the tasks or groups that go on: one, a list, or nothing')], begin: { expression: '' } },
  sleep: { fields: [{ name: 'seconds', kind: 'number', label: 'Seconds', required: true }], begin: { seconds: 1 } },
  vector_search: {
    fields: [
      { name: 'collection', kind: 'text', label: 'Collection', required: true }, { name: 'limit', kind: 'number', label: 'Most found', otherwise: '10' },
      { name: 'query', kind: 'lines', label: 'Query', required: true, wide: true },
    ],
    begin: { collection: '', query: '' },
  },
};
