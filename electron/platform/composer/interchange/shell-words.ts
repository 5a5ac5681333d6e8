import { split } from 'shlex';
import { AppError } from '../../../../shared/errors.ts';

/** The commands of a pasted text, each as its words, with the comment before it. Nothing is expanded or run. */
export interface Command {
  readonly words: readonly string[];
  readonly comment: string;
}

/** What the tools copy is quoted for a POSIX shell, or for cmd.exe, where lines go on after a caret. */
export const commandsOf = (text: string): Command[] => (isCmd(text) ? ofCmd(text) : ofShell(text));

const isCmd = (text: string) => /\^\r?\n|(?:^|\s)\^"/.test(text) && !/\$?'/.test(text.replace(/\^?"(?:[^"\\]|\\.)*"/gs, ''));

/** Parts that mean something else in quotes than outside of them; the newlines between commands stand alone. */
const shellParts = /\$'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\\r?\n|\\[\s\S]|(?<=^|[\s;])#[^\n]*|\r?\n/g;

function ofShell(text: string): Command[] {
  const pieces: { source: string; comment: string }[] = [{ source: '', comment: '' }];
  let end = 0;
  for (const { 0: part, index } of text.matchAll(shellParts)) {
    const last = pieces.at(-1)!;
    last.source += text.slice(end, index);
    end = index + part.length;
    if (part.startsWith('#') && last.source.trim() === '') last.comment = part.slice(1).trim();
    else if (/^\r?\n$/.test(part)) {
      if (last.source.trim() !== '') pieces.push({ source: '', comment: '' });
    }
    // In double quotes a backslash also escapes what would be expanded, of which the reader of words knows nothing.
    else if (part.startsWith('"')) last.source += part.replace(/\\([\s\S])/g, (whole, one: string) => (one === '$' || one === '`' ? one : whole));
    else if (!/^(?:#|\\\r?\n$)/.test(part)) last.source += part;
  }
  pieces.at(-1)!.source += text.slice(end);
  return pieces.flatMap(({ source, comment }) => commandOf(wordsOf(source), comment));
}

function wordsOf(source: string): string[] {
  try {
    return split(source);
  } catch {
    throw new AppError('invalid_input', 'The command cannot be imported: one of its quotes is not closed. Copy the whole command and try again.');
  }
}

/** A caret takes the meaning from what follows it; then quotes and backslashes are read as programs of Windows read them. */
function ofCmd(text: string): Command[] {
  const lines = text.replace(/\^\r?\n(?:\r?\n)?/g, (joint) => (/\n\r?\n$/.test(joint) ? '\n' : ' ')).replace(/\^([\s\S])/g, '$1');
  return lines.split(/(?<=\S)\s*&?\r?\n(?=\s*curl)/).flatMap((line) => commandOf(windowsWords(line), ''));
}

function windowsWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    const next = line[at + 1];
    if (letter === '\\' && (next === '"' || (next === '\\' && quoted))) {
      word = (word ?? '') + next;
      at += 1;
    } else if (letter === '"') {
      if (quoted && next === '"') {
        word += '"';
        at += 1;
      } else {
        quoted = !quoted;
        word ??= '';
      }
    } else if (/\s/.test(letter) && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + letter;
    }
  }
  if (quoted) throw new AppError('invalid_input', 'The command cannot be imported: one of its quotes is not closed. Copy the whole command and try again.');
  return word === undefined ? words : [...words, word];
}

/** Without the prompt, and without what joins it to the next. */
function commandOf(words: readonly string[], comment: string): Command[] {
  const from = words.findIndex((word) => /^(?:.*[/\\])?curl(?:\.exe)?$/i.test(word));
  const end = words.findLastIndex((word) => !/^[;&|]+$/.test(word)) + 1;
  return end === 0 ? [] : [{ words: words.slice(Math.max(from, 0), end), comment }];
}
