import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { composerExecutions, type ExecutionResult } from '../../../../shared/contract/composer.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import { executionsOf } from '../executions.ts';
import { createIndexing, searchInThread } from './indexing.ts';
import { answersOf, bodyGone, contentTypeOf } from './kept-answers.ts';
import type { LayoutKind } from './layout.ts';
import { readRows } from './line-index.ts';

/** For a small answer the first asking is enough; for any other, the client shows how far it is. */
const patienceMs = 250;
const searchPatienceMs = 20_000;
const rowsBytes = 1024 * 1024;
const searchBudgetMs = 5000;
const mostMatches = 1000;

interface KeptBody {
  readonly file: string;
  readonly bytes: number;
  readonly type: string;
  readonly result: ExecutionResult;
}

/** Reading of answers that are kept in files: by bytes, by rows, and by what is looked for in them. */
export function answerHandlers(core: Core): { readonly handlers: Handlers; stop(): Promise<void> } {
  const answers = answersOf(core);
  const executions = executionsOf(core);
  const indexing = createIndexing();

  function bodyOf(execution_id: string, caller: Caller): KeptBody {
    const result = executions.find(execution_id, caller);
    if (result.status === 0) throw new AppError('rejected', 'This run is still under way. Read its answer when it has ended.');
    if (!result.spooled) throw new AppError('rejected', 'The answer of this run stands in its result as a whole. Read it there.');
    const file = answers.fileOf(result.id);
    if (file === undefined) throw bodyGone();
    return { file, bytes: result.spooled.bytes, type: contentTypeOf(result.headers), result };
  }

  const handlers = implement('composerExecutions', composerExecutions, {
    async readBody({ execution_id, offset, length, encoding }, { caller }) {
      const body = bodyOf(execution_id, caller);
      const decoder = encoding === 'base64' ? undefined : decoderOf(body);
      const bytes = await unlessGone(readAt(body.file, offset, length));
      const whole = decoder?.encoding === 'utf-8' ? wholeCharacters(bytes, offset, body.bytes) : { begin: 0, end: bytes.length };
      const next = offset + whole.end;
      const piece = bytes.subarray(whole.begin, whole.end);
      return {
        ...(decoder ? { text: decoder.decode(piece) } : { base64: piece.toString('base64') }),
        offset: offset + whole.begin, next: next < body.bytes && whole.end > 0 ? next : null, total_bytes: body.bytes,
      };
    },
    async readLines({ execution_id, from, count }, { caller }) {
      const body = bodyOf(execution_id, caller);
      const decoder = decoderOf(body);
      const index = await indexing.of({ file: body.file, kind: kindOf(body), bytes: body.bytes }, patienceMs);
      if ('progress' in index) return { state: 'indexing', progress: index.progress, from, lines: [] };
      const lines = await unlessGone(readRows(body.file, index, from, count, decoder, rowsBytes));
      return { state: 'ready', progress: 1, from, lines, total_lines: index.rows, kind: index.kind, complete: index.complete };
    },
    async searchBody({ execution_id, text, from }, { caller, signal }) {
      const body = bodyOf(execution_id, caller);
      const decoder = decoderOf(body);
      const index = await indexing.of({ file: body.file, kind: kindOf(body), bytes: body.bytes }, searchPatienceMs);
      if ('progress' in index) return { matches: [], next: from, total_lines: null };
      const found = from >= index.rows ? { matches: [], next: null } : await searchInThread({ file: body.file, kind: index.kind, rows: index.rows, charset: decoder.encoding, text, from, most: mostMatches, budget_ms: searchBudgetMs }, signal);
      return { ...found, total_lines: index.rows };
    },
  });
  return { handlers, stop: () => indexing.stop() };
}

/** JSON by its beginning; where it turns out to be something else, it is shown by its lines. */
const kindOf = ({ result: { data } }: KeptBody): LayoutKind => (typeof data === 'string' && /^\uFEFF?\s*[[{]/.test(data) ? 'json' : 'text');

/** Throws `rejected` for what is not text, or not in a charset of which line ends are bytes. */
function decoderOf({ type, result }: KeptBody): TextDecoder {
  if (result['data_kind'] === 'base64') throw new AppError('rejected', `The answer is not text${type === '' ? '' : ` (${type})`}. Save it as a file.`);
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    const decoder = new TextDecoder(label);
    if (!decoder.encoding.startsWith('utf-16')) return decoder;
  } catch {
    return new TextDecoder();
  }
  throw new AppError('rejected', `The answer is text in ${label}, which is not laid out in lines. Save it as a file.`);
}

async function readAt(file: string, offset: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A file can be taken away between its being found and its being opened. */
async function unlessGone<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? bodyGone() : error;
  }
}

const isWithin = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
const mostWithin = 3;

/** A piece of UTF-8 without the half characters at its ends, of which the next piece has the second. */
function wholeCharacters(bytes: Buffer, offset: number, total: number): { begin: number; end: number } {
  let begin = 0;
  const most = offset > 0 ? mostWithin : 0;
  while (begin < most && isWithin(bytes[begin])) begin += 1;
  if (offset + bytes.length >= total) return { begin, end: bytes.length };
  let last = bytes.length - 1;
  while (last > bytes.length - 1 - mostWithin && isWithin(bytes[last])) last -= 1;
  const first = bytes[last] ?? 0;
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  const end = last + size > bytes.length ? last : bytes.length;
  return end > begin ? { begin, end } : { begin, end: bytes.length };
}
