import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('read-abuse.ts', import.meta.url));

/** What came of an import of 50 MB in a process of its own, which prints nothing if it did not survive. */
async function cameOf(kind: string): Promise<string> {
  const child = spawn(process.execPath, [script, kind, '50'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null, string | null]>]);
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  return (JSON.parse(printed) as { came: string }).came;
}

describe('a document of 50 MB does not take the process along [F-12]', { timeout: 120_000 }, () => {
  it.each(['lists', 'objects', 'shapes', 'keys', 'paths', 'nested', 'yaml_lines', 'yaml_flow'])('%s are refused', async (kind) => {
    expect(await cameOf(kind)).toBe('too_large');
  });

  // Whoever's machine cannot read it within the limit of an import is told so, and has a platform still.
  it.each([['prose', /^(read 1|timeout)$/], ['yaml_prose', /^(read 0|timeout)$/], ['numbers', /^(read 0|too_large|timeout)$/], ['operations', /^(read 43\d\d\d|timeout)$/]])(
    '%s are read, on a machine that is fast enough',
    async (kind, came) => {
      expect(await cameOf(kind)).toMatch(came);
    },
  );
});
