/** With what a new DAG begins: one task that asks for nothing but seconds. */
export const emptyDag = {
  dag_id: '',
  description: '',
  schedule: null,
  tasks: [{ task_id: 'wait', operator: 'sleep', seconds: 1 }],
} as const;

/** A small DAG to try: it asks for a page, takes what matters from the answer, and waits. */
export const exampleDag = {
  dag_id: 'example_pipeline',
  description: 'Asks for a page, takes what matters from the answer, and waits a little',
  schedule: null,
  tags: ['example'],
  params: { url: 'http://127.0.0.1:8080/' },
  tasks: [
    { task_id: 'fetch', operator: 'http', method: 'GET', url: '{{ params.url }}', retries: 2, retry_delay_seconds: 3 },
    {
      task_id: 'summarise', operator: 'transform', depends_on: ['fetch'],
      expression: '{ "status": tasks.fetch.result.status, "length": $length($string(tasks.fetch.result.data)) }',
    },
    { task_id: 'wait', operator: 'sleep', depends_on: ['summarise'], seconds: 2 },
  ],
} as const;
