import { describe, expect, it } from 'vitest';
import { dataOf, eventsOf, scope, signedIn } from './backend.ts';
import { startServer, status, type Answer } from './server.ts';

const events = '/api/jobs/j1/events';
const job = (state: string, progress: number) => ({ id: 'j1', kind: 'import', title: 'Import', state, progress, started_at: '2030-01-01T00:00:00Z' });
const event = (data: unknown, id?: number) => `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

const follow = async (answer: Answer) => {
  const server = await startServer({ [`GET ${events}`]: answer });
  const { api } = await signedIn(server.url);
  const followed = eventsOf<{ progress: number }>((subscriber) => api.jobs.follow({ ...scope, id: 'j1' }, subscriber as never));
  return { server, api, followed };
};

describe('a stream of the platform', () => {
  it('goes out with token and scope, and ends with its end', async () => {
    const { server, followed } = await follow((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(': hello\n\n');
      response.end(`${event(job('running', 0.5))}${event(job('success', 1))}event: end\ndata: {}\n\n`);
      return undefined;
    });
    expect(await followed.end()).toBe('ended');
    expect(followed.seen.map(({ progress }) => progress)).toEqual([0.5, 1]);
    expect(server.received[0]!.headers).toMatchObject({ authorization: 'Bearer pasted-token', 'x-tenant-id': 't1', accept: expect.stringContaining('text/event-stream') as string });
  });

  it('that is cut is taken up again where it was', async () => {
    let count = 0;
    const { server, followed } = await follow((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      if (++count === 1) response.write(event(job('running', 0.1), 7), () => response.destroy());
      else response.end(`${event(job('success', 1), 8)}event: end\ndata: {}\n\n`);
      return undefined;
    });
    expect(await followed.end()).toBe('ended');
    expect(followed.seen.map(({ progress }) => progress)).toEqual([0.1, 1]);
    expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7']);
  });

  it('of a platform without streams is asked again and again, and told when it changed', async () => {
    const progress = [0.1, 0.1, 0.9];
    const { followed } = await follow(() => job('running', progress.shift() ?? 1));
    await followed.next((told) => told.progress === 1);
    expect(followed.seen.map((told) => told.progress)).toEqual([0.1, 0.9, 1]);
  });

  it('is closed on the platform, too, when nobody follows any more', async () => {
    const closed = Promise.withResolvers<void>();
    const { followed } = await follow((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(event(job('running', 0.1)));
      response.on('close', closed.resolve);
      return undefined;
    });
    await followed.next(() => true);
    followed.stop();
    await closed.promise;
    expect(followed.seen).toHaveLength(1);
  });

  const failures: [string, Answer, object][] = [
    ['that fails', (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('event: error\ndata: {"error":"The job was lost"}\n\n'), { code: 'server', message: 'The job was lost' }],
    ['that is refused', status(403, { error: 'Not yours' }), { code: 'forbidden', message: 'Not yours' }],
    ['with an event of another shape', (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(event({ progress: 'half' })), { code: 'bad_answer', message: 'Failed to follow the job' }],
    ['that is a web page', (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'), { code: 'bad_answer' }],
  ];
  it.each(failures)('%s: ends with a typed error, and the app goes on', async (_name, answer, expected) => {
    const { api, followed } = await follow(answer);
    expect(await followed.end()).toMatchObject(expected);
    expect(dataOf(await api.session.get({})).state).toBe('signed_in');
  });
});
