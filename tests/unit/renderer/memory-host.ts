import * as contract from '../../../shared/contract/all.ts';
import type { SessionState } from '../../../shared/contract/app.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { AppError, type ErrorValue } from '../../../shared/errors.ts';
import type { Host } from '../../../shared/host.ts';
import { serve, type Backend, type Meta } from '../../../shared/rpc.ts';

/** A host whose platform is a few arrays: the contract is answered by the real `serve`, so inputs are really validated. */
export interface MemoryHost extends Host {
  /** Rows by group of the contract. */
  readonly rows: Map<string, Row[]>;
  /** Calls that reached the backend, in order. */
  readonly calls: { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
  readonly drafts: Map<string, { value: unknown; updated_at: string }>;
  /** What asking for a stored secret, and issuing a token, answer. */
  readonly secrets: { readonly reveal: { readonly secret: string }; readonly issueToken: { readonly token: string } };
  /** Calls that fail, by name. */
  readonly failures: Map<string, ErrorValue>;
  /** Where answers are said to come from. */
  meta: Meta;
  /** While it is set, reads wait for it. */
  gate: Promise<void> | undefined;
}

export const memberSession: SessionState = {
  profile: { id: 'embedded', name: 'This computer', kind: 'embedded' },
  state: 'signed_in',
  user: { id: 'u1', name: 'Ada', email: 'ada@example.com' },
  tenants: [{ id: 't1', name: 'Tenant', role: 'tenant_admin', environments: [{ id: 'e1', name: 'Development' }, { id: 'e2', name: 'Production' }] }],
  permissions: { t1: ['agents:admin', 'workflows:admin', 'apis:admin', 'connectors:admin', 'dags:admin', 'workspaces:admin', 'documents:admin', 'projects:admin', 'admin:admin'] },
  token_store: { kind: 'memory' },
};

export function memoryHost(begin: Readonly<Record<string, readonly Row[]>> = {}): MemoryHost {
  const rows = new Map(Object.entries(begin).map(([group, some]) => [group, [...some]]));
  const failures = new Map<string, ErrorValue>();
  const drafts: MemoryHost['drafts'] = new Map();
  const calls: MemoryHost['calls'] = [];
  let made = 0;

  const of = (group: string) => rows.get(group) ?? rows.set(group, []).get(group)!;
  const find = (group: string, id: unknown) => {
    const row = of(group).find((row) => row.id === id);
    if (!row) throw new AppError('not_found', `Not found: ${group} ${String(id)}`, { status: 404 });
    return row;
  };
  const local: Readonly<Record<string, (input: Record<string, unknown>) => unknown>> = {
    'session.get': () => memberSession,
    'settings.get': () => ({}),
    'settings.set': ({ values }) => values,
    'activity.list': () => ({ entries: [] }),
    'drafts.list': ({ prefix }) => ({ entries: [...drafts].filter(([key]) => key.startsWith(String(prefix))).map(([key, { value, updated_at }]) => ({ key, value, updated_at })) }),
    'drafts.put': ({ key, value }) => void drafts.set(String(key), { value, updated_at: new Date().toISOString() }),
    'drafts.remove': ({ key }) => void drafts.delete(String(key)),
    'watch.visibility': () => ({}),
  };
  const platform = (group: string, method: string, input: Record<string, unknown>): unknown => {
    const { tenant_id: _tenant, environment_id: _environment, ...fields } = input;
    switch (method) {
      case 'list':
        return { rows: [...of(group)] };
      case 'get':
        return { ...find(group, input['id']) };
      case 'reveal':
      case 'issueToken':
        return host.secrets[method];
      case 'create': {
        made += 1;
        const row = { ...fields, id: `made-${made}` };
        of(group).push(row);
        return row;
      }
      case 'update':
        return Object.assign(find(group, input['id']), fields);
      case 'arrange':
        for (const { id, ...place } of input['endpoints'] as Row[]) Object.assign(find(group, id), place);
        return {};
      case 'bulkUpdate': {
        const ids = input['ids'] as readonly string[];
        if (input['action'] === 'delete') rows.set(group, of(group).filter(({ id }) => !ids.includes(id)));
        else for (const id of ids) Object.assign(find(group, id), { enabled: input['action'] === 'enable' });
        return { results: ids.map((id) => ({ id, error: null })) };
      }
      case 'remove':
        rows.set(group, of(group).filter((row) => row !== find(group, input['id'])));
        return { success: true };
      default:
        throw new AppError('not_available', `${group}.${method} is not in this test`);
    }
  };

  const backend: Backend = {
    async call(_call, input, { name }) {
      if (name in local) return { data: local[name]!(input), meta: host.meta };
      calls.push({ name, input });
      await host.gate;
      const failure = failures.get(name);
      if (failure) throw new AppError(failure.code, failure.message, failure);
      const [group = '', method = ''] = name.split('.');
      return { data: platform(group, method, input), meta: host.meta };
    },
    async *subscribe(_stream, input, { name, signal }) {
      if (name === 'session.follow') yield memberSession;
      if (name === 'watch.call') yield await transport.call(String(input['call']), input['input'], signal);
      if (name === 'app.platform') yield { state: 'ready', url: null, latency_ms: 1, notice: null, as_of: new Date().toISOString() };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
  const transport = serve(contract, backend);
  const host: MemoryHost = {
    ...transport,
    capabilities: { nativeMenu: false, deepLinks: false, openExternal: false, alerts: false, os: 'linux' },
    listen: () => () => undefined,
    openExternal: () => Promise.resolve(),
    rows, calls, drafts, secrets: { reveal: { secret: 'canary-secret' }, issueToken: { token: 'canary-token' } }, failures, meta: { source: 'platform' }, gate: undefined,
  };
  return host;
}
