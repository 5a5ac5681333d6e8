/** How well a text answers what was typed, and which of its letters do; null when it does not. Higher is better. */
export interface Match {
  readonly score: number;
  readonly at: readonly number[];
}

/** Every letter of the query must come in the text, in order. Beginnings of words and runs of letters count more. */
export function fuzzy(query: string, text: string): Match | null {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '');
  const letters = text.toLowerCase();
  if (wanted === '') return { score: 0, at: [] };
  const whole = letters.indexOf(query.trim().toLowerCase());
  if (whole !== -1) {
    const start = isStart(text, whole) ? 20 : 0;
    return { score: 100 + start - whole - text.length / 100, at: Array.from({ length: query.trim().length }, (_, index) => whole + index) };
  }
  const at: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const found = nextPlace(letters, text, letter, from);
    if (found === -1) return null;
    const follows = at.at(-1) === found - 1;
    score += (isStart(text, found) ? 8 : 0) + (follows ? 5 : 0) - Math.min(found - from, 10) / 5;
    at.push(found);
    from = found + 1;
  }
  return { score: score - text.length / 100, at };
}

const isStart = (text: string, index: number) => index === 0 || /[\s/_.:-]/.test(text[index - 1] ?? '') || /[a-z][A-Z]/.test(text.slice(index - 1, index + 1));

/** The next place of a letter: where it follows on directly, else at the start of a later word, else anywhere. */
function nextPlace(letters: string, text: string, letter: string, from: number): number {
  if (letters[from] === letter) return from;
  for (let index = letters.indexOf(letter, from); index !== -1; index = letters.indexOf(letter, index + 1)) {
    if (isStart(text, index)) return index;
  }
  return letters.indexOf(letter, from);
}
