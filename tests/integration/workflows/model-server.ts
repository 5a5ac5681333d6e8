import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with OpenAI's chat completions, which says what a test tells it to. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies of all requests. */
  readonly asked: { readonly stream?: boolean; readonly messages: { readonly role: string; readonly content: string }[]; readonly [field: string]: unknown }[];
  readonly keys: (string | undefined)[];
  /** What it says next, one after the other, the last one for good: a text, or the status with which it refuses. */
  say(...answers: (string | number)[]): void;
  /** From now on it begins to stream and does not go on. */
  hang(): void;
  /** Resolves when it has begun to stream such an answer. */
  begun(): Promise<void>;
  /** Resolves when whoever asked for it has gone. */
  gone(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: ModelServer['asked'] = [];
  const keys: ModelServer['keys'] = [];
  let answers: (string | number)[] = ['Hello'];
  let hangs = false;
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const chunk = (response: ServerResponse, value: unknown) => response.write(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const question = JSON.parse(body) as ModelServer['asked'][number];
      asked.push(question);
      keys.push(request.headers.authorization);
      const said = answers.length > 1 ? answers.shift()! : answers[0]!;
      const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
      if (typeof said === 'number') {
        response.writeHead(said, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: `refused ${request.headers.authorization ?? ''}` } }));
      } else if (question.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const text of said.match(/.{1,4}/gs) ?? []) {
          chunk(response, { model: 'small', choices: [{ delta: { content: text } }] });
          if (hangs) {
            response.once('close', gone.resolve);
            return begun.resolve();
          }
        }
        chunk(response, { model: 'small', choices: [{ delta: {}, finish_reason: 'stop' }] });
        chunk(response, { model: 'small', choices: [], usage });
        chunk(response, '[DONE]');
        response.end();
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ model: 'small', choices: [{ message: { role: 'assistant', content: said }, finish_reason: 'stop' }], usage }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked, keys,
    say: (...given) => void (answers = given),
    hang: () => void (hangs = true),
    begun: () => begun.promise,
    gone: () => gone.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
