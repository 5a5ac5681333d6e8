import { afterEach, describe, expect, it } from 'vitest';
import { createEvaluator, type Evaluator, type EvaluatorLimits } from '../../../../electron/platform/expressions/evaluator.ts';
import { workerUrl } from '../../../../electron/platform/expressions/worker-url.ts';

let evaluator: Evaluator | undefined;
const made = (limits?: EvaluatorLimits) => (evaluator = createEvaluator(limits));
afterEach(() => evaluator?.close());

describe('expressions of users', () => {
  it.each([
    ['$sum(items.n)', 3],
    ['{"a": items[n = 2].n, "b": $string(x)}', { a: 2, b: 'text' }],
    ['missing', null],
    ['items.missing', null],
    ['items[n > 5]', null],
    ['constructor', null],
    ['__proto__', null],
  ])('%s', async (expression, value) => {
    expect(await made().evaluate(expression, { items: [{ n: 1 }, { n: 2 }], x: 'text' })).toEqual(value);
  });

  it.each([['(', 'at character'], ['$number("x")', 'number'], ['$error("told")', 'told'], ['$sum', 'yields a function'], ['{"f": function($x){$x}}', 'yields a function'], ['[1..9999999]', 'sequence']])(
    'fails with the reason: %s', async (expression, words) => {
      await expect(made().evaluate(expression, {})).rejects.toMatchObject({ code: 'rejected', message: expect.stringContaining(words) as string });
    },
  );

  it.each(['($f := function($x){$f($x)}; $f(1))', '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)'])('stops what does not end, and serves the next: %s', async (expression) => {
    const jsonata = made({ workers: 1, timeout_ms: 200 });
    const endless = jsonata.evaluate(expression, {});
    const next = jsonata.evaluate('1 + 1', {});
    await expect(endless).rejects.toThrow('took longer than 0.2 s');
    expect(await next).toBe(2);
  });

  it.each(['$length($pad("x", 300000000))', '$count($split($pad("x", 30000000), ""))', '$count([1..900000].{"a": [1..900000]})'])(
    'stops what eats the memory, and the process lives: %s', async (expression) => {
      const jsonata = made({ workers: 1, timeout_ms: 20_000, memory_mb: 64 });
      await expect(jsonata.evaluate(expression, {})).rejects.toThrow('needs more than 64 MB');
      expect(await jsonata.evaluate('1 + 1', {})).toBe(2);
    }, 30_000,
  );

  it('refuses a result that is too long to be kept', async () => {
    await expect(made({ max_result_chars: 100 }).evaluate('$pad("x", 200)', {})).rejects.toMatchObject({ code: 'too_large' });
  });

  it('answers every one of many, a few at a time', async () => {
    const jsonata = made({ workers: 2 });
    expect(await Promise.all(Array.from({ length: 20 }, (_, n) => jsonata.evaluate('n * 2', { n })))).toEqual(Array.from({ length: 20 }, (_, n) => n * 2));
  });

  it('is cancelled by its signal, while it waits and while it runs', async () => {
    const jsonata = made({ workers: 1, timeout_ms: 20_000 });
    const controller = new AbortController();
    const running = jsonata.evaluate('($f := function($x){$f($x)}; $f(1))', {}, controller.signal);
    const waiting = jsonata.evaluate('1', {}, controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(await jsonata.evaluate('2', {})).toBe(2);
  });

  it('cancels what is under way when it is closed, and takes nothing more', async () => {
    const one = made({ workers: 1, timeout_ms: 20_000 });
    const [running] = await Promise.allSettled([one.evaluate('($f := function($x){$f($x)}; $f(1))', {}), one.close()]);
    expect(running).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    await expect(one.evaluate('1', {})).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each([['file:///app/electron/platform/expressions/evaluator.ts', 'file:///app/electron/platform/expressions/expression-worker.ts'], ['file:///app/out/main/platform.js', 'file:///app/out/main/expression-worker.js']])(
    'finds its worker beside %s', (from, worker) => {
      expect(workerUrl(from, 'expression-worker').href).toBe(worker);
    },
  );
});
