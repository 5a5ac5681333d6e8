import { expect, it } from 'vitest';
import { hasEndlessLine, mostAtOnce } from '../../../../../renderer/components/json-editor/large-text.tsx';

const line = (length: number) => 'x'.repeat(length);

it('tells a text with a line of megabytes from one that has as much in many lines', () => {
  expect(hasEndlessLine('')).toBe(false);
  expect(hasEndlessLine(line(mostAtOnce))).toBe(false);
  expect(hasEndlessLine(line(mostAtOnce + 1))).toBe(true);
  expect(hasEndlessLine(`${line(1000)}\n`.repeat(5000))).toBe(false);
  expect(hasEndlessLine(`{\n${line(mostAtOnce + 1)}\n}`)).toBe(true);
  expect(hasEndlessLine(`{\n}\n${line(mostAtOnce + 1)}`)).toBe(true);
});
