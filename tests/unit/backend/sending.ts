import { call } from '../../../shared/contract/define.ts';
import { newTrace, type Answered, type Connection, type Sending } from '../../../electron/backend/send.ts';

/** Parts of the pipeline's calls for tests of one layer: the layers above and below it are plain functions. */

export const list = call({ method: 'GET', path: '/api/saas_db/things', answer: 'list', plural: 'things', fallback: 'Failed to fetch things' });
export const write = call({ method: 'POST', path: '/api/saas_db/things', answer: 'done', fallback: 'Failed to create thing' });

export const connection = (changes: Partial<Connection> = {}): Connection => ({
  profile: { id: 'p', name: 'P', kind: 'remote', base_url: 'http://127.0.0.1:9' },
  user_id: 'u',
  ended: new AbortController().signal,
  baseUrl: () => Promise.resolve('http://127.0.0.1:9'),
  token: () => Promise.resolve('token-of-this-test'),
  renew: () => Promise.resolve(null),
  ...changes,
});

export const sending = (changes: Partial<Sending> = {}): Sending => ({
  name: 'things.list', signal: new AbortController().signal, connection: connection(), trace: newTrace(list), ...changes,
});

export const answered = (data: unknown): Answered => ({ data, meta: { source: 'platform' } });
