import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogFiles } from '../../../../../electron/platform/dags/logs/log-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-logs-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let said: string[] = [];
const create = (bounds?: { tryBytes: number; allBytes: number }) =>
  createLogFiles(join(folder, 'logs'), { now: () => Date.parse('2026-03-29T10:00:00Z'), log: (line) => said.push(line), ...(bounds ? { bounds } : {}) });
const lineOf = (level: string, text: string) => `2026-03-29T10:00:00.000Z ${level.padEnd(7)} ${text}\n`;

describe('the logs of tries', () => {
  it('stand in a file each, with time and level', async () => {
    const files = create();
    const log = files.open(7, 2);
    log.write('info', 'begins');
    log.write('error', 'breaks\n  at a place');
    log.end();
    await files.settled();
    expect(readFileSync(files.fileOf(7, 2)!, 'utf8')).toBe(lineOf('INFO', 'begins') + lineOf('ERROR', 'breaks\n  at a place'));
    expect(files.fileOf(7, 1)).toBeUndefined();
  });

  it('tell when there is more, and when they end', async () => {
    const files = create();
    const log = files.open(1, 1);
    expect(files.isOpen(1, 1)).toBe(true);
    const more = files.changed(1, 1, new AbortController().signal);
    log.write('info', 'one');
    await more;
    expect(readFileSync(files.fileOf(1, 1)!, 'utf8')).toBe(lineOf('INFO', 'one'));
    const end = files.changed(1, 1, new AbortController().signal);
    log.end();
    await end;
    expect(files.isOpen(1, 1)).toBe(false);
  });

  it('stop waiting when whoever follows goes away', async () => {
    const controller = new AbortController();
    const waiting = create().changed(1, 1, controller.signal);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('are cut at their limit, which they say', async () => {
    const files = create({ tryBytes: 100, allBytes: 1e9 });
    const log = files.open(1, 1);
    for (let count = 0; count < 50; count += 1) log.write('info', 'twenty characters so');
    log.end();
    await files.settled();
    const lines = readFileSync(files.fileOf(1, 1)!, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain('WARNING The log has come to its limit of 100 bytes');
  });

  it('make room for newer ones, the oldest first', async () => {
    const files = create({ tryBytes: 1000, allBytes: 250 });
    for (let instance = 1; instance <= 5; instance += 1) {
      const log = files.open(instance, 1);
      log.write('info', 'x'.repeat(67));
      log.end();
      await files.settled();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([1, 2, 3, 4, 5].filter((instance) => files.fileOf(instance, 1))).toEqual([4, 5]);
  });

  it('go with their task instances', async () => {
    const files = create();
    for (const instance of [1, 2, 1001]) {
      const log = files.open(instance, 1);
      log.write('info', 'here');
      log.end();
      await files.settled();
    }
    files.forget([1]);
    expect([1, 2, 1001].map((instance) => files.fileOf(instance, 1) !== undefined)).toEqual([false, true, true]);
  });

  it('keep no task from running where they cannot be written', async () => {
    const files = create();
    rmSync(join(folder, 'logs'), { recursive: true, force: true });
    writeFileSync(join(folder, 'logs'), 'in the way');
    const log = files.open(1, 1);
    log.write('info', 'lost');
    log.end();
    await files.settled();
    expect(said.at(-1)).toContain('The log of a task cannot be written');
    expect(files.isOpen(1, 1)).toBe(false);
  });
});
