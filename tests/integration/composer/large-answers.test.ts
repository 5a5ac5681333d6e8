import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerMigrations, createAnswers, type AnswerBounds } from '../../../electron/platform/composer/answers/kept-answers.ts';
import { historyMigrations } from '../../../electron/platform/composer/history.ts';
import { openDatabase } from '../../../electron/platform/database.ts';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { dataFolder, endAll, startProcess, type PlatformProcess } from '../dags/platform-process.ts';
import { startComposer, type Answer, type Composer } from './platform.ts';
import { until } from './until.ts';

type Row = Record<string, unknown> & { id: string };
type Result = ExecutionResult & { assertions?: { passed: boolean; error?: string }[] };
interface Lines {
  readonly state: 'indexing' | 'ready';
  readonly progress: number;
  readonly lines: { text: string; depth: number }[];
  readonly total_lines: number;
  readonly kind: string;
  readonly complete: boolean;
}
interface Found {
  readonly matches: { line: number; excerpt: string }[];
  readonly next: number | null;
}

const mega = 1024 * 1024;
const item = (id: number) => ({ id, name: `item ${id}`, note: 'some text {with} "braces" and ünicode', tags: ['a', 'b'], nested: { deep: [1, 2, { x: null }] } });
const megaPacked = gzipSync(`,"${'x'.repeat(mega - 3)}"`);
/** Rows of one item as it is laid out, and those around the list. */
const itemRows = JSON.stringify(item(0), null, 2).split('\n').length;

let composer: Composer;
let target: Target;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    const [, kind = '', size = '0'] = request.url!.split('?')[0]!.split('/');
    const bytes = Number(size);
    if (kind === 'json') {
      response.setHeader('content-type', 'application/json');
      let [id, sent] = [0, 0];
      const more = (): void => {
        let piece = '';
        while (piece.length < 256 * 1024 && sent + piece.length < bytes) piece += `${id === 0 ? '[' : ','}${JSON.stringify(item(id++))}`;
        sent += piece.length;
        if (piece === '') response.end(']');
        // In turns with what else this process asks.
        else if (response.write(piece)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    } else if (kind === 'packed') {
      // Many members are one gzip stream (RFC 1952, section 2.2).
      const members = [gzipSync('["first"'), ...Array.from({ length: bytes }, () => megaPacked)];
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(Buffer.concat(members));
    } else if (kind === 'secret') response.setHeader('content-type', 'text/plain').end(`${'x'.repeat(bytes)}${request.headers.authorization}`);
    else if (kind === 'picture') response.setHeader('content-type', 'image/png').end(Buffer.alloc(bytes, 7));
    else if (kind === 'object') response.setHeader('content-type', 'application/json').end(JSON.stringify({ found: 'Marmalade', filler: 'é'.repeat(bytes / 2) }));
    else if (kind === 'utf16') response.setHeader('content-type', 'text/plain; charset=utf-16').end(Buffer.alloc(bytes, 65));
    else response.setHeader('content-type', 'text/plain').end('small');
  });
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

async function endpoint(path: string, fields: object = {}): Promise<Row> {
  const { data: { id: api_id } } = await composer.call<Row>('create-api', { name: 'Target', server_url: target.url });
  return (await composer.call<Row>('create-endpoint', { api_id, method: 'GET', path, ...fields })).data;
}
const run = async (of: Row, input: object = {}) => (await composer.call<Result>('api-router-execute', { endpoint_id: of.id, ...input })).data;
const runOf = async (path: string, fields: object = {}) => run(await endpoint(path, fields));
const files = (folder = composer.folder) => (existsSync(join(folder, 'answers')) ? readdirSync(join(folder, 'answers')).toSorted() : []);
const lines = async (execution_id: string, from = 0, count = 200): Promise<Lines> => {
  for (;;) {
    const { data } = await composer.call<Lines>('read-execution-lines', { execution_id, from, count });
    if (data.state === 'ready') return data;
  }
};
const failureOf = async (method: string, input: object) => {
  const { status, error } = (await composer.call(method, input)) as Answer<unknown>;
  return { status, error };
};

describe('an answer of more than a megabyte', () => {
  it('goes to a file below the data folder, and its result says so, then and later [F-6]', async () => {
    const result = await runOf(`/json/${3 * mega}`);
    expect(result).toMatchObject({ status: 200, error: null, truncated: false, data_kind: 'text', spooled: { bytes: result['bytes'] } });
    expect(Object.keys(result.spooled!)).toEqual(['bytes']);
    expect((result.data as string).length).toBeLessThanOrEqual(256 * 1024);
    const kept = (await composer.call<Result>('get-execution-status', { execution_id: result.id })).data;
    expect(kept).toEqual(result);
    expect(files()).toHaveLength(1);
    expect(statSync(join(composer.folder, 'answers', files()[0]!)).size).toBe(result.spooled!.bytes);
    expect(JSON.stringify(kept)).not.toContain('answers/');
  });

  it('is read by pieces, of which none ends within a character', async () => {
    const result = await runOf(`/object/${2 * mega}`);
    const pieces: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const { data }: Answer<{ text: string; offset: number; next: number | null; total_bytes: number }> = await composer.call('read-execution-body', { execution_id: result.id, offset, length: 700_001 });
      expect(data).toMatchObject({ offset, total_bytes: result.spooled!.bytes });
      expect(data.text).not.toContain('\uFFFD');
      pieces.push(data.text);
      offset = data.next;
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(JSON.parse(pieces.join(''))).toEqual({ found: 'Marmalade', filler: 'é'.repeat(mega) });
    const { data: odd } = await composer.call<{ text: string; offset: number }>('read-execution-body', { execution_id: result.id, offset: 101, length: 10 });
    expect([odd.text, [101, 102]]).toEqual(['é'.repeat(odd.offset === 101 ? 5 : 4), expect.arrayContaining([odd.offset])]);
    expect(await failureOf('read-execution-body', { execution_id: result.id, length: 2 * mega })).toMatchObject({ status: 400 });
  });

  it('is read by its rows, and searched', async () => {
    const { id } = await runOf(`/json/${2 * mega}`);
    const first = await lines(id, 0, 20);
    expect(first).toMatchObject({ kind: 'json', complete: true, progress: 1 });
    expect(first.lines.slice(0, 5)).toEqual([['[', 0], ['{', 1], ['"id": 0,', 2], ['"name": "item 0",', 2], ['"note": "some text {with} \\"braces\\" and ünicode",', 2]].map(([text, depth]) => ({ text, depth, continued: false })));
    const items = (first.total_lines - 2) / itemRows;
    expect(Number.isInteger(items)).toBe(true);
    expect((await lines(id, first.total_lines - 1)).lines).toEqual([{ text: ']', depth: 0, continued: false }]);
    const { data: found } = await composer.call<Found>('search-execution-body', { execution_id: id, text: `ITEM ${items - 1}` });
    expect(found).toEqual({ matches: [{ line: 1 + (items - 1) * itemRows + 2, excerpt: `"name": "item ${items - 1}",` }], next: null, total_lines: first.total_lines });
    const { data: many } = await composer.call<Found>('search-execution-body', { execution_id: id, text: 'braces' });
    expect(many.matches.length).toBeLessThanOrEqual(1000);
    const { data: more } = await composer.call<Found>('search-execution-body', { execution_id: id, text: 'braces', from: many.next });
    expect(more.matches[0]!.line).toBeGreaterThan(many.matches.at(-1)!.line);
    expect((await composer.call<Found>('search-execution-body', { execution_id: id, text: 'nowhere to be found' })).data).toMatchObject({ matches: [], next: null });
  });

  it('has no secret in its file [F-20]', async () => {
    await runOf(`/secret/${2 * mega}`, { auth: { type: 'bearer_token', credentials: { token: 'canary-token-of-a-large-answer' } } });
    const texts = files().map((file) => readFileSync(join(composer.folder, 'answers', file), 'utf8'));
    expect(texts.some((text) => text.endsWith('Bearer ***'))).toBe(true);
    expect(texts.filter((text) => text.includes('canary'))).toEqual([]);
  });

  it('is held against tests, and handed on by workflows, as a whole', async () => {
    const of = await endpoint(`/object/${2 * mega}`, { tests: [{ name: 'found', source: 'body', path: 'found', comparison: 'equals', expected: 'Marmalade' }] });
    const { data: tested } = await composer.call<Result>('test-endpoint', { endpoint_id: of.id });
    expect(tested).toMatchObject({ passed: true, spooled: { bytes: expect.any(Number) as number } });
    const result = await run(of);
    expect((await composer.call('retest-execution', { execution_id: result.id })).data).toMatchObject({ passed: true });
    const definition = { nodes: [{ id: 'a', endpoint_id: of.id }], edges: [] };
    const { data: workflow } = await composer.call<Row>('create-workflow', { name: 'One', definition });
    for (const pins of [{}, { a: result.id }]) {
      const { data } = await composer.call<Result & { data: { a: { found: string; filler: string } } }>('execute-workflow', { workflow_id: workflow.id, pins });
      expect(data.data.a.found).toBe('Marmalade');
      expect(data.data.a.filler).toHaveLength(mega);
    }
  });

  it('above 10 MiB fails the tests that look at it, with the reason, and no others', async () => {
    const of = await endpoint(`/json/${11 * mega}`, { tests: [{ name: 'body', source: 'body', comparison: 'exists' }, { name: 'status', source: 'status', comparison: 'equals', expected: 200 }] });
    const { data } = await composer.call<Result>('test-endpoint', { endpoint_id: of.id });
    expect(data.assertions).toMatchObject([{ passed: false, error: expect.stringContaining('up to 10 MiB') as string }, { passed: true }]);
  });

  it('that is not text is handed out as bytes, and says so where rows are asked for', async () => {
    const { id, spooled } = await runOf(`/picture/${2 * mega}`);
    for (const method of ['read-execution-lines', 'read-execution-body']) {
      expect(await failureOf(method, { execution_id: id })).toEqual({ status: 400, error: 'The answer is not text (image/png). Save it as a file.' });
    }
    expect(await failureOf('search-execution-body', { execution_id: id, text: 'x' })).toMatchObject({ status: 400 });
    const { data } = await composer.call<{ base64: string; next: number; total_bytes: number }>('read-execution-body', { execution_id: id, encoding: 'base64' });
    expect(Buffer.from(data.base64, 'base64').equals(Buffer.alloc(mega, 7))).toBe(true);
    expect(data).toMatchObject({ next: mega, total_bytes: spooled!.bytes });
    expect(await failureOf('read-execution-lines', { execution_id: (await runOf(`/utf16/${2 * mega}`)).id })).toMatchObject({ status: 400, error: expect.stringContaining('utf-16') as string });
  });

  it('is not read of a run that is not there, or that has its answer in its result', async () => {
    expect(await failureOf('read-execution-lines', { execution_id: 'nobody' })).toEqual({ status: 404, error: 'Not found: execution nobody' });
    const { id } = await runOf('/small');
    expect(await failureOf('read-execution-body', { execution_id: id })).toMatchObject({ status: 400, error: expect.stringContaining('in its result as a whole') as string });
    const { id: other } = await runOf(`/json/${2 * mega}`);
    const { data: environment } = await composer.call<Row>('create-environment', { name: 'Elsewhere' });
    expect(await composer.elsewhere(environment.id, 'read-execution-lines', { execution_id: other })).toMatchObject({ status: 404, error: `Not found: execution ${other}` });
  });

  it('leaves the disk when its run leaves the history [K-017]', async () => {
    const of = await endpoint(`/json/${2 * mega}`);
    const before = files();
    const { data: first } = await composer.call<Result>('test-endpoint', { endpoint_id: of.id });
    await lines(first.id);
    const own = files().filter((file) => !before.includes(file));
    expect(own).toHaveLength(2);
    await composer.call('update-endpoint', { id: of.id, path: '/small' });
    for (let turn = 0; turn < 50; turn += 1) await composer.call('test-endpoint', { endpoint_id: of.id });
    await until(() => !files().some((file) => own.includes(file)));
    expect(files()).toEqual(before);
    expect(await failureOf('read-execution-body', { execution_id: first.id })).toEqual({ status: 404, error: `Not found: execution ${first.id}` });
  });

  it('whose file was taken away says that it is gone', async () => {
    const { id } = await runOf(`/json/${2 * mega}`);
    const db = new DatabaseSync(join(composer.folder, 'platform.db'));
    db.prepare('DELETE FROM composer_answers WHERE execution_id = ?').run(id);
    db.close();
    expect((await composer.call<Result>('get-execution-status', { execution_id: id })).data.spooled).toMatchObject({ gone: true });
    for (const method of ['read-execution-lines', 'read-execution-body']) {
      expect(await failureOf(method, { execution_id: id })).toEqual({ status: 404, error: 'The body of this answer is not kept any more: newer ones have taken its room. Send the request again to see it.' });
    }
  });
});

describe('the folder of answers', () => {
  const withAnswers = (data: string, bounds: AnswerBounds) => {
    const { db } = openDatabase(join(data, 'platform.db'), [...historyMigrations, ...answerMigrations]);
    return { db, answers: createAnswers({ db, log: () => undefined }, data, bounds) };
  };

  it('has no more than it may: the oldest go first, and never the newest', async () => {
    using folder = dataFolder();
    const { db, answers } = withAnswers(folder.path, { answerBytes: 100, allBytes: 250 });
    const take = (id: string, bytes: number) => answers.taken({ id, spooled: { file: join(answers.spool.folder, `answer-${id}`), bytes } } as unknown as ExecutionResult);
    for (const id of ['a', 'b', 'c']) take(id, 100);
    expect(['a', 'b', 'c'].map((id) => answers.fileOf(id) !== undefined)).toEqual([false, true, true]);
    expect(take('d', 1000).spooled).toEqual({ bytes: 1000 });
    expect(['b', 'c', 'd'].map((id) => answers.fileOf(id) !== undefined)).toEqual([false, false, true]);
    expect(answers.told({ id: 'a', spooled: { bytes: 100 } } as unknown as ExecutionResult).spooled).toEqual({ bytes: 100, gone: true });
    db.close();
  });
});

describe('a platform in a process of its own', () => {
  afterEach(endAll);

  const endpointOf = async (platform: PlatformProcess, path: string) => {
    const { id: api_id } = await platform.compose<Row>('create-api', { name: 'Target', server_url: target.url });
    return (await platform.compose<Row>('create-endpoint', { api_id, method: 'GET', path, timeout_ms: 120_000 })).id;
  };
  const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
  const childOf = () => Number(readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isPlatform(pid)));
  const isPlatform = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[3] === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('platform/main.ts');
    } catch {
      return false;
    }
  };

  /** Sends for an answer of `bytes`, has it laid out, and searches it to its end; `during` wraps each of the three. */
  async function takeLayOutAndSearch(platform: PlatformProcess, bytes: number, during: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
    const endpoint_id = await endpointOf(platform, `/json/${bytes}`);
    const { id, spooled } = await during(platform.compose<Result>('api-router-execute', { endpoint_id }));
    expect(spooled!.bytes).toBeGreaterThan(bytes);
    const read = (from: number) => platform.compose<Lines>('read-execution-lines', { execution_id: id, from });
    const progress: number[] = [];
    const { total_lines } = await during((async () => {
      for (;;) {
        const answer = await read(0);
        if (answer.state === 'ready') return answer;
        progress.push(answer.progress);
      }
    })());
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect((await read(Math.floor(total_lines / 2))).lines).toHaveLength(200);
    const items = (total_lines - 2) / itemRows;
    const matches = await during((async () => {
      const all: Found['matches'] = [];
      for (let from: number | null = 0; from !== null;) {
        const found: Found = await platform.compose<Found>('search-execution-body', { execution_id: id, text: `item ${items - 1}"`, from });
        all.push(...found.matches);
        from = found.next;
      }
      return all;
    })());
    expect(matches).toMatchObject([{ line: 1 + (items - 1) * itemRows + 2 }]);
  }

  it.runIf(process.platform === 'linux')('takes, lays out and searches 120 MB without growing by as much, and answers others meanwhile [F-6]', { timeout: 180_000 }, async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    // What it grows by in any case, and by its first large answers whatever their size, is not what is measured.
    for (let turn = 0; turn < 300; turn += 1) await platform.compose('list-apis', {});
    for (let turn = 0; turn < 3; turn += 1) await takeLayOutAndSearch(platform, 8 * mega, (work) => work);
    const pid = childOf();
    const before = memoryOf(pid);
    let [peak, asked] = [0, 0];
    const ended = new AbortController();
    const others = async () => {
      while (!ended.signal.aborted) {
        await platform.compose('list-apis', {});
        asked += 1;
        peak = Math.max(peak, memoryOf(pid) - before);
      }
    };
    const asking = others();
    await takeLayOutAndSearch(platform, 120 * mega, async (work) => {
      const from = asked;
      const result = await work;
      expect(asked - from).toBeGreaterThan(2);
      return result;
    });
    ended.abort();
    await asking;
    expect(peak).toBeLessThan(120 * mega);
    await platform.end('SIGTERM');
  });

  it('takes away at its start what a crash left of an answer that never came to its end [F-1]', async () => {
    using folder = dataFolder();
    await using slow = await httpTarget((_, response) => void response.write(Buffer.alloc(4 * mega, 'x')));
    const first = await startProcess(folder.path);
    const { id: api_id } = await first.compose<Row>('create-api', { name: 'Slow', server_url: slow.url });
    const { id: slow_id } = await first.compose<Row>('create-endpoint', { api_id, method: 'GET', path: '/' });
    const kept = await first.compose<Result>('api-router-execute', { endpoint_id: await endpointOf(first, `/json/${2 * mega}`) });
    const [file] = files(folder.path);
    await first.compose('api-router-execute', { endpoint_id: slow_id, execution_mode: 'async' });
    await until(() => files(folder.path).length === 2);
    await first.end('SIGKILL');
    expect(files(folder.path)).toHaveLength(2);
    const second = await startProcess(folder.path);
    expect(files(folder.path)).toEqual([file]);
    const { text } = await second.compose<{ text: string }>('read-execution-body', { execution_id: kept.id, length: 8 });
    expect(text).toBe('[{"id":0');
    await second.end('SIGTERM');
  });
});

describe('an answer that is longer than what is kept', () => {
  it('is cut, says so, and is laid out as far as it goes [F-6]', { timeout: 180_000 }, async () => {
    const result = await runOf('/packed/513', { timeout_ms: 150_000 });
    expect(result).toMatchObject({ truncated: true, spooled: { bytes: 512 * mega } });
    expect(await lines(result.id, 0, 3)).toMatchObject({ kind: 'json', complete: false });
  });
});
