import jsonata from 'jsonata';

/** Evaluates one JSONata expression over an answer that came in pieces. Whoever gives it up ends the worker. */

export type FilterRequest = { readonly piece: string } | { readonly expression: string };
export type Filtered = { readonly text: string } | { readonly problem: string };

const pieces: string[] = [];

async function filtered(expression: string): Promise<Filtered> {
  try {
    const compiled = jsonata(expression);
    compiled.registerFunction('matches', (text: string, pattern: string) => new RegExp(pattern).test(text), '<ss:b>');
    const value: unknown = await compiled.evaluate(JSON.parse(pieces.join('')));
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? { problem: 'The expression yields nothing.' } : { text };
  } catch (thrown) {
    const { message, position } = thrown as { message?: string; position?: number };
    return { problem: `${message ?? String(thrown)}${position === undefined ? '' : ` (at character ${position})`}` };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<FilterRequest>) => {
  if ('piece' in data) return void pieces.push(data.piece);
  void filtered(data.expression).then((reply) => self.postMessage(reply));
});
