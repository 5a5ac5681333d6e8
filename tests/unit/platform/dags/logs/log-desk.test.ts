import { appendFileSync, closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogFilter } from '../../../../../electron/platform/dags/logs/log-filter.ts';
import { LogIndex } from '../../../../../electron/platform/dags/logs/log-index.ts';
import { LogDesk, type LogQuestion } from '../../../../../electron/platform/dags/logs/log-desk.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-log-'));
  file = join(folder, '1.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const words = { debug: 'DEBUG  ', info: 'INFO   ', warning: 'WARNING', error: 'ERROR  ' };
const line = (level: keyof typeof words, text: string) => `2026-03-29T10:00:00.000Z ${words[level]} ${text}\n`;
const patient = 60_000;
const question = (more: Partial<LogQuestion> = {}): LogQuestion => ({ file, ended: true, levels: [], text: '', from: 0, count: 100, ...more });

/** The answer once everything is known. */
function whole(desk: LogDesk, asked: LogQuestion) {
  desk.answer(asked, patient);
  while (desk.lookOn(asked));
  return desk.answer(asked, patient);
}
const texts = ({ rows }: { rows: readonly { text: string }[] }) => rows.map(({ text }) => text.slice(33));

describe('a log', () => {
  it('is read by rows, with the level of each, and tells its first error', () => {
    writeFileSync(file, [line('info', 'begins'), line('error', 'breaks'), '  at a place\n', line('warning', 'ends')].join(''));
    const answer = whole(new LogDesk(), question());
    expect(answer.rows.map(({ level }) => level)).toEqual(['info', 'error', 'error', 'warning']);
    expect(answer).toMatchObject({ total_rows: 4, lines: 4, first_error: 1, complete: true, counts: { debug: 0, info: 1, warning: 1, error: 2 } });
    expect(answer.bytes).toBe(answer.total_bytes);
  });

  it('is filtered by level, by text whatever its case, and by both', () => {
    writeFileSync(file, [line('info', 'Fetches A'), line('error', 'fetches b'), line('error', 'gives up'), line('info', 'fetches c')].join(''));
    const desk = new LogDesk();
    expect(texts(whole(desk, question({ levels: ['error'] })))).toEqual(['fetches b', 'gives up']);
    expect(texts(whole(desk, question({ text: 'FETCHES' })))).toEqual(['Fetches A', 'fetches b', 'fetches c']);
    expect(texts(whole(desk, question({ text: 'fetches', levels: ['info'] })))).toEqual(['Fetches A', 'fetches c']);
    expect(whole(desk, question({ text: 'nowhere' }))).toMatchObject({ rows: [], total_rows: 0, lines: 4 });
  });

  it('finds a text that is not of ASCII', () => {
    writeFileSync(file, line('info', 'Größe') + line('info', 'Grosse'));
    expect(texts(whole(new LogDesk(), question({ text: 'größe' })))).toEqual(['Größe']);
  });

  it('grows while it is looked at, and a last line counts once it has ended', () => {
    const desk = new LogDesk();
    writeFileSync(file, line('info', 'one') + '2026-03-29T10:');
    expect(whole(desk, question({ ended: false }))).toMatchObject({ lines: 1, complete: false });
    appendFileSync(file, line('error', 'two').slice(14) + line('info', 'three'));
    expect(texts(whole(desk, question({ ended: false })))).toEqual(['one', 'two', 'three']);
    appendFileSync(file, line('error', 'four').trimEnd());
    const answer = whole(desk, question());
    expect(texts(answer)).toEqual(['one', 'two', 'three', 'four']);
    expect(answer).toMatchObject({ first_error: 1, complete: true, lines: 4, counts: { error: 2 } });
    expect(texts(whole(desk, question({ text: 'four' })))).toEqual(['four']);
  });

  it('shows what follows the end of a filter’s last look', () => {
    const desk = new LogDesk();
    writeFileSync(file, line('error', 'one'));
    expect(whole(desk, question({ ended: false, levels: ['error'] })).total_rows).toBe(1);
    appendFileSync(file, line('info', 'two') + line('error', 'three'));
    expect(texts(whole(desk, question({ levels: ['error'] })))).toEqual(['one', 'three']);
  });

  it('jumps to any of many lines, from the front, from the end and by its number', () => {
    const count = 300_000;
    writeFileSync(file, Array.from({ length: count }, (_, at) => line(at === 250_000 ? 'error' : 'info', `line ${at}`)).join(''));
    const desk = new LogDesk();
    const first = desk.answer(question({ count: 3 }), 0);
    expect(first.complete).toBe(false);
    expect(whole(desk, question({ count: 0 }))).toMatchObject({ lines: count, first_error: 250_000 });
    expect(texts(whole(desk, question({ from: 250_000, count: 2 })))).toEqual(['line 250000', 'line 250001']);
    expect(texts(whole(desk, question({ from: -2 })))).toEqual([`line ${count - 2}`, `line ${count - 1}`]);
    expect(whole(desk, question({ text: 'line 2999', at_line: 299_950, count: 1 }))).toMatchObject({ total_rows: 111, rows: [{ line: 299_950 }] });
    expect(whole(desk, question({ from: count + 5 })).rows).toEqual([]);
  });

  it('holds a line of 100 MB by its beginning, and finds a text at its end', () => {
    writeFileSync(file, line('info', 'before'));
    appendFileSync(file, Buffer.alloc(100 * 1024 * 1024, 'x'));
    appendFileSync(file, `needle\n${line('error', 'after')}`);
    const answer = whole(new LogDesk(), question());
    expect(answer.rows.map(({ text, bytes }) => [text.length, bytes])).toEqual([[39, 39], [16 * 1024, 100 * 1024 * 1024 + 6], [38, 38]]);
    expect(whole(new LogDesk(), question({ text: 'xneedle' })).rows.map((row) => row.line)).toEqual([1]);
  });

  it('finds a text wherever its pieces meet, while it is looked at for the first time and afterwards', () => {
    const pieceBytes = 4 * 1024 * 1024;
    for (const before of [1, 3, 6]) {
      writeFileSync(file, Buffer.concat([Buffer.alloc(pieceBytes - before, 'x'), Buffer.from(`needle\n${line('info', 'no')}`), Buffer.alloc(pieceBytes, 'y'), Buffer.from('\nneedle')]));
      const fresh = new LogDesk();
      expect(whole(fresh, question({ text: 'needle' })).rows.map((row) => row.line)).toEqual([0, 3]);
      expect(whole(fresh, question({ text: 'NEEDLE\x20' })).total_rows).toBe(0);
      const known = new LogDesk();
      whole(known, question());
      expect(whole(known, question({ text: 'Needle' })).rows.map((row) => row.line)).toEqual([0, 3]);
    }
  });

  it('is read once by those who search it as it is indexed', () => {
    writeFileSync(file, `${line('info', 'one').repeat(100_000)}${line('error', 'two needles')}`);
    const handle = openSync(file, 'r');
    const index = new LogIndex(handle);
    const noFile = -1; // What reads it fails.
    const filter = new LogFilter(noFile, index, new Set([0, 1, 2, 3]), 'needle');
    const { size } = fstatSync(handle);
    while (index.advance(size, true)) filter.advance();
    while (filter.advance());
    expect([filter.count, filter.isThrough(), index.lines]).toEqual([1, true, 100_001]);
    closeSync(handle);
  });

  it('reads binary as it can', () => {
    writeFileSync(file, Buffer.concat([Buffer.from(line('info', 'before')), Buffer.from([0, 255, 254, 10, 0, 200]), Buffer.from('\n')]));
    expect(whole(new LogDesk(), question())).toMatchObject({ lines: 3, complete: true });
  });

  it('keeps no more than a few logs open, and reads one of the others anew', () => {
    const desk = new LogDesk();
    const files = Array.from({ length: 8 }, (_, at) => join(folder, `${at}.log`));
    for (const one of files) writeFileSync(one, line('info', one));
    for (const one of [...files, ...files]) expect(texts(whole(desk, question({ file: one })))).toEqual([one]);
  });
});
