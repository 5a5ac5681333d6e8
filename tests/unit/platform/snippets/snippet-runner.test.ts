import { afterAll, describe, expect, it } from 'vitest';
import { createSnippetRunner } from '../../../../electron/platform/snippets/snippet-runner.ts';

describe('a snippet of code', () => {
  const runner = createSnippetRunner();
  afterAll(() => runner.close());

  it.each<[string, string, unknown, unknown]>([
    ['a function', 'function main(input) { return input.n + 1 }', { n: 1 }, 2],
    ['a constant', 'const main = ({ list }) => list.map((one) => one * 2)', { list: [1, 2] }, [2, 4]],
    ['what is awaited', 'async function main(n) { await null; return [n, await Promise.resolve("later")] }', 7, [7, 'later']],
    ['nothing', 'function main() {}', null, null],
  ])('comes to what main(input) returns: %s', async (_, source, input, output) => {
    expect(await runner.run(source, input)).toEqual(output);
  });

  it.each([
    ['throws', 'function main() {\n\n  throw new TypeError("no such thing"); }', 'TypeError: no such thing (line 3)'],
    ['throws what is no error', 'function main() { throw { a: 1 } }', '{"a":1}'],
    ['rejects', 'async function main() { throw new Error("later") }', 'Error: later'],
    ['cannot be read', 'let x =', 'SyntaxError'],
    ['has no main', 'const other = 1', 'defines no function main(input)'],
    ['waits for what never comes', 'const main = () => new Promise(() => undefined)', 'a promise that nothing will settle'],
    ['calls itself without end', 'const main = () => main() + 1', 'stack overflow'],
    ['takes all memory in one piece', 'const main = () => "x".repeat(100_000_000).length', 'out of memory'],
    ['takes all memory in small pieces', 'function main() { const all = []; for (;;) all.push("x".repeat(100_000) + all.length) }', 'out of memory'],
  ])('says why where it %s', async (_, source, said) => {
    await expect(runner.run(source, null)).rejects.toMatchObject({ code: 'rejected', message: expect.stringContaining(said) as string });
  });

  it('reaches nothing of the platform, by no way that leads out of node:vm [F-15]', async () => {
    const names = ['process', 'require', 'fetch', 'WebAssembly', 'Buffer', 'std', 'os', 'Worker', 'setTimeout', 'console'];
    const source = `
      const outside = (name) => [globalThis, (() => {}).constructor('return this')(), this.constructor.constructor('return this')()].some((place) => name in place);
      const main = (names) => names.filter(outside);`;
    expect(await runner.run(source, names)).toEqual([]);
    await expect(runner.run('const main = () => import("node:fs")', null)).rejects.toThrow('could not load module');
  });

  it('meets nothing that another left, not even in what the language itself is made of', async () => {
    await runner.run('globalThis.left = 1; Array.prototype.map = () => "mine"; JSON.stringify = () => "mine"; const main = () => 1', null);
    expect(await runner.run('const main = () => [typeof left, [1].map((n) => n + 1)]', null)).toEqual(['undefined', [2]]);
  });

  it('is stopped where it takes too long, also within a pattern, and given up with its run', async () => {
    const hasty = createSnippetRunner({ timeout_ms: 300 });
    await expect(hasty.run('function main() { for (;;); }', null)).rejects.toThrow('took longer than 0.3 s');
    await expect(hasty.run('const main = () => /(a+)+$/.test("a".repeat(60) + "b")', null)).rejects.toThrow('took longer than 0.3 s');
    await hasty.close();
    const controller = new AbortController();
    const running = runner.run('function main() { for (;;); }', null, controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  });
});
