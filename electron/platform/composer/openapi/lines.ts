import { EVENT_ID, parseEvents } from 'js-yaml';
import { maxDepth } from './read-document.ts';

/** In which lines of a document its places are, so that what is wrong can be found in it. */

/** A place that is asked for, as a tree of the steps to it. */
interface Step {
  readonly next: Map<string, Step>;
  /** Where its key or item begins, once it was found. */
  offset?: number;
}

/** Longer YAML is not read once more for this. */
const maxYaml = 8_000_000;

/** Lines, from 1, by JSON pointer; of a place that is not there, that of the innermost place around it. */
export function linesOf(text: string, pointers: readonly string[], isJson: boolean): ReadonlyMap<string, number> {
  const root: Step = { next: new Map(), offset: 0 };
  const paths = new Map(pointers.map((pointer) => [pointer, pathTo(root, pointer)]));
  try {
    if (isJson) findInJson(text, root);
    else if (text.length <= maxYaml) findInYaml(text, root);
  } catch {
    return new Map(); // The lines are an addition; what was read stands without them.
  }
  const offsets = new Map([...paths].map(([pointer, steps]) => [pointer, steps.findLast(({ offset }) => offset !== undefined)?.offset ?? 0]));
  return lineNumbers(text, offsets);
}

/** Adds the way to a place, and returns its steps. */
function pathTo(root: Step, pointer: string): Step[] {
  const steps = [root];
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const { next } = steps.at(-1)!;
    let step = next.get(name);
    if (!step) next.set(name, (step = { next: new Map() }));
    steps.push(step);
  }
  return steps;
}

function lineNumbers(text: string, offsets: ReadonlyMap<string, number>): Map<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let at = 0;
  for (const [pointer, offset] of [...offsets].toSorted((one, other) => one[1] - other[1])) {
    for (let end = text.indexOf('\n', at); end !== -1 && end < offset; end = text.indexOf('\n', at)) {
      line += 1;
      at = end + 1;
    }
    lines.set(pointer, line);
  }
  return lines;
}

/** What is open around the place that is read; without a step, nothing in it is asked for. */
interface Frame {
  readonly step: Step | undefined;
  readonly isList: boolean;
  index: number;
  /** Of an object: the value that comes next; undefined while its key is awaited. */
  value: Step | 'unasked' | undefined;
}

const open = (step: Step | undefined, isList: boolean): Frame => ({ step, isList, index: 0, value: undefined });

/** The step that the next value stands for, which is where a list's item begins. */
function begun(frame: Frame | undefined, root: Step, offset: number): Step | undefined {
  if (!frame) return root;
  if (!frame.isList) return frame.value === 'unasked' ? undefined : frame.value;
  const step = frame.step?.next.get(String(frame.index));
  if (step) step.offset ??= offset;
  return step;
}

function keyRead(frame: Frame, name: () => string, offset: number): void {
  const step = frame.step && frame.step.next.size > 0 ? frame.step.next.get(name()) : undefined;
  if (step) step.offset = offset;
  frame.value = step ?? 'unasked';
}

function findInJson(text: string, root: Step): void {
  const frames: Frame[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const top = frames.at(-1);
    const character = text[at]!;
    if (character === '"') {
      const end = endOfString(text, at);
      if (top && !top.isList && top.value === undefined) keyRead(top, () => JSON.parse(text.slice(at, end + 1)) as string, at);
      else begun(top, root, at);
      at = end;
    } else if (character === '{' || character === '[') frames.push(open(begun(top, root, at), character === '['));
    else if (character === '}' || character === ']') frames.pop();
    else if (character === ',' && top) {
      top.index += 1;
      top.value = undefined;
    } else if (top?.isList && character > ' ') begun(top, root, at);
  }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function findInYaml(text: string, root: Step): void {
  const frames: Frame[] = [];
  const nodeEnded = () => {
    const top = frames.at(-1);
    if (!top) return;
    if (top.isList) top.index += 1;
    else top.value = undefined;
  };
  for (const event of parseEvents(text, { maxDepth })) {
    const top = frames.at(-1);
    const isKey = top !== undefined && !top.isList && top.value === undefined;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        if (isKey) keyRead(top, () => text.slice(event.valueStart, event.valueEnd), event.valueStart);
        else {
          begun(top, root, event.valueStart);
          nodeEnded();
        }
        break;
      case EVENT_ID.ALIAS:
        if (isKey) top.value = 'unasked';
        else nodeEnded();
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        frames.push(open(begun(top, root, event.start), event.type === EVENT_ID.SEQUENCE));
        break;
      case EVENT_ID.POP:
        frames.pop();
        nodeEnded();
        break;
      default:
        break;
    }
  }
}
