import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on loopback for tasks to call; it counts, and holds what the test tells it to hold. */
export interface Target extends AsyncDisposable {
  readonly url: string;
  /** `GET /a`, in the order in which they came. */
  readonly seen: string[];
  readonly bodies: string[];
  readonly keys: (string | undefined)[];
  count(path: string): number;
  /** Resolves when `path` was asked for `times` times. */
  asked(path: string, times?: number): Promise<void>;
  /** Answers what is held under /hold, and from now on at once. */
  release(): void;
}

/** `/flaky` answers 500 twice, then 200; `/hold` waits for `release`; anything else answers at once. */
export async function startTarget(): Promise<Target> {
  const seen: string[] = [];
  const bodies: string[] = [];
  const keys: (string | undefined)[] = [];
  const waiting: { path: string; times: number; resolve: () => void }[] = [];
  const held: ServerResponse[] = [];
  let released = false;
  const count = (path: string) => seen.filter((one) => one.split(' ')[1] === path).length;

  const answer = (response: ServerResponse, status: number, value: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url!;
    seen.push(`${request.method} ${path}`);
    bodies.push(body);
    keys.push(request.headers['x-key'] as string | undefined);
    for (const one of waiting) if (count(one.path) >= one.times) one.resolve();
    if (path.split('?')[0] === '/hold' && !released) held.push(response);
    else if (path === '/flaky' && count(path) < 3) answer(response, 500, { error: 'not yet' });
    else answer(response, 200, { path, items: [{ id: 3 }, { id: 4 }] });
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen, bodies, keys, count,
    asked: (path, times = 1) =>
      new Promise((resolve) => {
        if (count(path) >= times) resolve();
        else waiting.push({ path, times, resolve });
      }),
    release() {
      released = true;
      for (const response of held.splice(0)) answer(response, 200, { path: '/hold' });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
