import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startComposer, type Composer } from './platform.ts';
import { documents } from './vendor-documents.ts';

let composer: Composer;
beforeAll(async () => {
  composer = await startComposer();
});
afterAll(() => composer[Symbol.asyncDispose]());

interface Imported {
  readonly api_id: string;
  readonly endpoint_count: number;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}

/** A library of schemas: the one document that has no paths. */
const withoutPaths = /common\.yaml$/;

describe('documents as they are in the world [C-111][F-12]', () => {
  it.each(documents)('imports %s', async (name, document) => {
    const { status, data, error } = await composer.call<Imported>('import-openapi', { document });
    expect(error).toBeUndefined();
    expect(status).toBe(200);
    expect(data.endpoint_count > 0).toBe(!withoutPaths.test(name));
    const { data: rows, totalCount } = await composer.call<{ id: string; method: string; path: string }[]>('list-endpoints', { api_id: data.api_id });
    expect(totalCount).toBe(data.endpoint_count);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
    for (const problem of data.problems) expect(problem).toMatchObject({ where: expect.stringMatching(/^#/) as string, message: expect.stringMatching(/\S/) as string });
    expect(composer.lines).toEqual([]);
  });
});

describe('importing as a job [C-111][F-12]', () => {
  const many = (count: number) => JSON.stringify({
    openapi: '3.1.0', info: { title: 'Many', version: '1' }, servers: [{ url: 'https://h' }],
    paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/things/${at}`, { get: { summary: `Thing ${at}`, responses: { 200: { description: 'ok' } } } }])),
  });
  const started = async (document: string) => (await composer.call<{ job_id: string }>('import-openapi', { document, async: true })).data.job_id;
  interface Job {
    readonly state: string;
    readonly progress: number;
    readonly note: string | null;
    readonly result: { readonly endpoint_count?: number } | null;
  }
  const jobOf = async (id: string) => (await composer.get(`/api/jobs/${id}`)).body as unknown as Job;

  it('tells how far it is, and never goes back', async () => {
    const id = await started(many(20_000));
    const seen: Job[] = [];
    for (let job = await jobOf(id); ; job = await jobOf(id)) {
      seen.push(job);
      if (job.state !== 'running') break;
    }
    expect(seen.at(-1)).toMatchObject({ state: 'success', progress: 1, result: { endpoint_count: 20_000 } });
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).toSorted((one, other) => one - other));
    expect(seen.some(({ note }) => /^(Reading the document|Resolving references|Operation [\d]+ of 20000|Storing 20000 endpoints)$/.test(note ?? ''))).toBe(true);
  });

  it('ends when it is cancelled, and leaves nothing behind', async () => {
    const before = (await composer.call('list-apis')).totalCount;
    const id = await started(many(20_000));
    for (let job = await jobOf(id); job.note === null; job = await jobOf(id)) expect(job.state).toBe('running');
    await composer.cancelJob(id);
    for (;;) {
      const { state } = await jobOf(id);
      if (state === 'running') continue;
      expect(state).toBe('cancelled');
      break;
    }
    expect((await composer.call('list-apis')).totalCount).toBe(before);
  });
});
