/** The line, from 1, on which the value at a path stands in a JSON text, or the nearest value around it; undefined for what is not JSON. */
export function lineOf(text: string, path: readonly (string | number)[]): number | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return text.slice(0, placeOf(text, path)).split('\n').length;
}

const space = /\s*/y;
const string = /"(?:[^"\\]|\\.)*"/y;
const scalar = /[^\s,\]}]+/y;

/** The offset of a value in a text that is JSON, or of the nearest value around it. */
export function placeOf(text: string, path: readonly (string | number)[]): number {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** Goes over a value. */
  const skip = () => {
    take(space);
    if (text[at] === '"') return void take(string);
    if (text[at] !== '{' && text[at] !== '[') return void take(scalar);
    for (let depth = 0; at < text.length; ) {
      const sign = text[at]!;
      if (sign === '"') {
        take(string);
        continue;
      }
      at += 1;
      if (sign === '{' || sign === '[') depth += 1;
      if (sign === '}' || sign === ']') depth -= 1;
      if (depth === 0) return;
    }
  };
  take(space);
  let nearest = at;
  for (const step of path) {
    const opening = text[at];
    if (opening !== '{' && opening !== '[') break;
    at += 1;
    let found = false;
    for (let index = 0; at < text.length; index += 1) {
      take(space);
      if (text[at] === '}' || text[at] === ']') break;
      const start = at;
      let name: string | number = index;
      if (opening === '{') {
        name = JSON.parse(take(string)) as string;
        take(space);
        at += 1;
        take(space);
      }
      if (name === step) {
        nearest = opening === '{' ? start : at;
        found = true;
        break;
      }
      skip();
      take(space);
      if (text[at] === ',') at += 1;
    }
    if (!found) break;
  }
  return nearest;
}
