import { describe, expect, it } from 'vitest';
import { longestShown, marked, plainText, printable, shownLine, sinceTime } from '../../../../../../renderer/areas/dags/logs/log-text.ts';

const at = '2026-03-29T10:00:00.250Z';

describe('a line of a log', () => {
  it('is told apart into its time and what it says', () => {
    expect(shownLine(`${at} ERROR   The target answered 500`)).toMatchObject({ at: Date.parse(at), text: 'The target answered 500', isCut: false });
    expect(shownLine('  at handler (index.js:3)')).toMatchObject({ at: null, text: '  at handler (index.js:3)' });
  });

  it('keeps the colours of terminals, and leaves out what else they are told', () => {
    const { parts, text } = shownLine(`${at} INFO    \u001b[1;31mred\u001b[0m \u001b[2Kplain \u001b]0;title\u0007\u001b[92mgreen\r`);
    expect(text).toBe('red plain green');
    expect(parts).toEqual([{ text: 'red', color: 1, bold: true }, { text: ' ' }, { text: 'plain ' }, { text: 'green', color: 2 }]);
    expect(plainText(`${at} INFO    \u001b[1;31mred\u001b[0m\r`)).toBe('red');
  });

  it('writes out what has no sign, and what would turn the order of the text', () => {
    expect(printable('a\u0000b\u001bc\rd\te\u202ef\u0085')).toBe('a\\x00b\\x1bc\\rd\te\\u202ef\\x85');
  });

  it('is cut where it is too long for a row', () => {
    const { text, isCut } = shownLine(`${at} INFO    ${'x'.repeat(longestShown + 1)}`);
    expect([text.length, isCut]).toEqual([longestShown, true]);
    expect(shownLine(`${at} INFO    ${'x'.repeat(longestShown)}`).isCut).toBe(false);
  });

  it('is marked where it holds what is looked for, across colours and whatever its case', () => {
    const line = shownLine('one T\u001b[31mWO two');
    const parts = marked(line, 'two');
    expect(parts.map(({ text }) => text).join('')).toBe('one TWO two');
    expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['T', 'WO', 'two']);
    expect(marked(line, '').some(({ isMatch }) => isMatch)).toBe(false);
  });

  it('says how long after the beginning it was written', () => {
    expect(sinceTime(62_250, 0)).toBe('+1:02.250');
    expect(sinceTime(3_600_000 + 62_250, 0)).toBe('+1:01:02.250');
    expect(sinceTime(0, 250)).toBe('−0:00.250');
  });
});
