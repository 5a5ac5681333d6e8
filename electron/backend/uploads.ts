import type { Readable } from 'node:stream';
import { composerUploads, type Upload } from '../../shared/contract/composer.ts';
import type { Call } from '../../shared/contract/define.ts';
import { AppError } from '../../shared/errors.ts';
import { uploadsIn, withUploads } from '../execution/body-uploads.ts';
import type { KeptUploads } from '../execution/kept-uploads.ts';
import type { BodySpec, UploadSource } from '../execution/request.ts';
import { answers, type Local } from './local.ts';
import { newTrace, type Connection, type Fields, type Send } from './send.ts';

/** Files that were chosen for requests: kept on this computer for as long as their user is signed in, and handed to the platform with each run that goes through it. */
export interface Uploads {
  readonly local: Local;
  /** Where a run from this computer finds them. */
  source(connection: Connection): UploadSource;
  /** The input of a call in which the platform finds them: they are copied to it first. Throws `invalid_input` for one that is gone. */
  carried(name: string, input: Fields, connection: Connection, signal: AbortSignal): Promise<Fields>;
}

interface UploadDeps {
  readonly kept: KeptUploads;
  readonly connection: (signal: AbortSignal) => Promise<Connection>;
  /** The way to the platform that logs nothing: a file would push all else out of the log. */
  readonly wire: Send;
}

/** Calls whose input may name uploads. */
const carrying = new Set(['composerExecutions.execute', 'composerExecutions.replay', 'composerEndpoints.test']);

export function createUploads({ kept, connection, wire }: UploadDeps): Uploads {
  const followed = new WeakSet<AbortSignal>();

  const ownerOf = ({ profile, user_id, ended }: Connection): string => {
    const owner = JSON.stringify([profile.id, user_id]);
    if (!followed.has(ended)) {
      followed.add(ended);
      ended.addEventListener('abort', () => kept.forget(owner), { once: true });
    }
    return owner;
  };
  const ownerNow = async (signal: AbortSignal) => ownerOf(await connection(signal));

  /** Copies one file to the platform, piece by piece, and gives its id there. */
  async function copy(owner: string, id: string, ask: (call: Call, input: Fields, signal?: AbortSignal) => Promise<unknown>): Promise<string> {
    const file = kept.attach(owner, id);
    const { filename } = kept.find(owner, id);
    const begun = (await ask(composerUploads.calls.begin, { filename, size: file.size })) as Upload;
    let offset = 0;
    try {
      for await (const bytes of pieces(file.open(), begun.piece_bytes)) {
        await ask(composerUploads.calls.write, { upload_id: begun.upload_id, offset, content: bytes.toString('base64') });
        offset += bytes.length;
      }
    } catch (thrown) {
      // Whatever ended it, the platform waits for the rest no longer; it may be away.
      await ask(composerUploads.calls.discard, { upload_id: begun.upload_id }, new AbortController().signal).catch(() => undefined);
      throw thrown;
    }
    return begun.upload_id;
  }

  return {
    local: answers('composerUploads', composerUploads, {
      beginHere: async (file, { signal }) => kept.begin(await ownerNow(signal), file),
      writeHere: async ({ upload_id, offset, content }, { signal }) => kept.write(await ownerNow(signal), upload_id, offset, Buffer.from(content, 'base64')),
      getHere: async ({ upload_id }, { signal }) => kept.find(await ownerNow(signal), upload_id),
      async discardHere({ upload_id }, { signal }) {
        kept.discard(await ownerNow(signal), upload_id);
        return {};
      },
    }),
    source(of) {
      const owner = ownerOf(of);
      return (id) => kept.attach(owner, id);
    },
    async carried(name, input, of, signal) {
      if (!carrying.has(name)) return input;
      const edited = input['edited'] as Fields | null | undefined;
      const ids = [...new Set([...uploadsIn(input['body']), ...uploadsIn(edited?.['body'])])];
      if (ids.length === 0) return input;
      const { tenant_id, environment_id } = input;
      const ask = async (call: Call, fields: Fields, until = signal) =>
        (await wire(call, { tenant_id, environment_id, ...fields }, { name: 'composerUploads', signal: until, connection: of, trace: newTrace(call) })).data;
      const there = new Map<string, string>();
      try {
        for (const id of ids) there.set(id, await copy(ownerOf(of), id, ask));
      } catch (thrown) {
        throw thrown instanceof AppError && thrown.code === 'rejected'
          ? new AppError('not_available', `The platform takes no file of this size: ${thrown.message.replace(/\.?$/, '.')} Send the request from this computer.`, { cause: thrown })
          : thrown;
      }
      const renamed = (body: unknown) => (body === undefined || body === null ? body : withUploads(body as BodySpec, there));
      return { ...input, ...(input['body'] !== undefined && { body: renamed(input['body']) }), ...(edited && { edited: { ...edited, ...('body' in edited && { body: renamed(edited['body']) }) } }) };
    },
  };
}

/** What a stream gives, in pieces of `length` bytes but for the last. */
async function* pieces(stream: Readable, length: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < length) continue;
    const all = Buffer.concat(waiting);
    const whole = size - (size % length);
    for (let at = 0; at < whole; at += length) yield all.subarray(at, at + length);
    waiting = [all.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
