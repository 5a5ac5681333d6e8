import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startAirflow, Refusal, type Act, type AirflowServer } from '../../peers/airflow-server.ts';
import { endDaemon, freePort, startDaemon } from '../../peers/daemon.ts';
import { installPeers } from '../../peers/install.ts';
import { dataFolder, startProcess, type Answer, type PlatformProcess } from '../dags/platform-process.ts';

/** Airflow's own document of its REST API; `TRELLIS_AIRFLOW_DOCUMENT` says where it is, if not beside the checkout. */
const document = resolve(process.env['TRELLIS_AIRFLOW_DOCUMENT'] ?? new URL('../../../../shared/airflow/v2.yaml', import.meta.url).pathname);

/**
 * Two platforms: `worker` is the scheduler behind an Airflow, `platform` has an environment that is connected to that Airflow.
 * Between them stands Prism, which answers 4xx or 5xx to whatever breaks Airflow's document, on either side.
 */
export interface Landscape extends AsyncDisposable {
  readonly platform: PlatformProcess;
  readonly airflow: AirflowServer;
  /** Adds DAGs as Airflow would find them in its folder. */
  add(...dags: object[]): Promise<void>;
  /** An action of the open route; `{status, body}`. */
  ask(action: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Settings of the connected environment. */
  connect(settings: Record<string, unknown>): Promise<void>;
  /** Prism's address; Airflow's own has no judge before it. */
  readonly judged: string;
}

const open = '/api/router/airflow/proxy';

export async function startLandscape(): Promise<Landscape> {
  if (!existsSync(document)) throw new Error(`Airflow's OpenAPI document is missing: ${document}. Say where it is in TRELLIS_AIRFLOW_DOCUMENT.`);
  const require = await installPeers();
  await using stack = new AsyncDisposableStack();
  const [here, there] = [stack.use(dataFolder()), stack.use(dataFolder())];
  const [platform, worker] = await Promise.all([startProcess(here.path), startProcess(there.path)]);
  stack.defer(async () => void (await Promise.all([platform.end('SIGTERM'), worker.end('SIGTERM')])));

  const act: Act = async (action, input = {}) => {
    if (action === 'fetchTaskInstances') return worker.dag(action, input); // Only the secured route has it.
    const { status, body } = await worker.request('POST', open, { action, ...input });
    if (body.success !== true) throw new Refusal(status, body.error ?? 'no words');
    return body.data as Record<string, unknown>;
  };
  const airflow = stack.use(await startAirflow(act));

  const port = await freePort();
  const judge = join(here.path, 'airflow.yaml');
  // At its end the document names ways to sign in that it does not describe, for calls that ask for none.
  writeFileSync(judge, readFileSync(document, 'utf8').replace(/^security:\n(?:- .*\n)+/m, ''));
  const prism = require.resolve('@stoplight/prism-cli/package.json').replace(/package\.json$/, 'dist/index.js');
  const proxy = await startDaemon(process.execPath, [prism, 'proxy', judge, airflow.url, '--errors', '--host', '127.0.0.1', '--port', String(port)], port);
  stack.defer(() => endDaemon(proxy));

  const judged = `http://127.0.0.1:${port}`;
  const connect = async (settings: Record<string, unknown>) => {
    const { tenant_id, environment_id } = platform.scope;
    const { status, body } = await platform.request('PUT', `/api/saas_db/environments/${environment_id}`, { tenant_id, ...settings });
    if (status !== 200) throw new Error(`${status}: ${body.error}`);
  };
  await connect({ airflow_url: judged, airflow_secret: airflow.token });

  const kept = stack.move();
  return {
    platform, airflow, judged, connect,
    add: async (...dags) => {
      const { status, body } = await worker.request('POST', '/api/router/dp_fastapi/proxy/', { dags });
      if (status !== 200) throw new Error(`${status}: ${body.error}`);
    },
    ask: (action, input = {}) => platform.request('POST', open, { action, ...input }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
