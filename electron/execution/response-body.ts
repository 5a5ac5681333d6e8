import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import { openSpool, type Spool } from './spool.ts';

/** Reading of an answer's body: decompressed as it comes, and never more of it than the cap [F-6]. */

export interface ReadBody {
  /** The body, or its beginning where it was cut or spooled. */
  readonly bytes: Buffer;
  /** How many bytes were read in all. */
  readonly size: number;
  /** There was more than the cap. */
  readonly truncated: boolean;
  readonly spooled?: { readonly file: string; readonly bytes: number } | undefined;
}

export interface ReadLimits {
  /** Bytes after decompression that are read, and kept in memory. */
  readonly max_bytes: number;
  /** Told with each piece how many bytes there are by then. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Handed each piece, unpacked, as it comes. */
  readonly onPiece?: ((piece: Buffer) => void) | undefined;
  /** Where a body of more than a megabyte goes, of which no more than a beginning is then kept in memory. */
  readonly spool?: { readonly folder: string; readonly max_bytes: number; readonly secrets: readonly string[] } | undefined;
}

/** From this size on a body is spooled, and so much of it stays in memory then. */
const spoolFrom = 1024 * 1024;
const spooledHead = 256 * 1024;

const decoders: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
  // Some servers mean zlib by it (RFC 9110, section 8.4.1.2), others send the raw stream: the first byte tells.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

export const acceptEncoding = 'gzip, deflate, br, zstd';

/** The encodings of a body, outermost first; null where one of them is unknown and the bytes must stay as they are. */
function encodingsOf(header: string): string[] | null {
  const names = header.toLowerCase().split(',').map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (names.length > 3 || names.some((name) => !Object.hasOwn(decoders, name))) return null;
  return names.toReversed();
}

/** Reads until the end or the cap, and then closes the connection's side. A file is left behind only with the answer that names it. */
export async function readBody(body: Readable, contentEncoding: string, limits: ReadLimits, signal: AbortSignal): Promise<ReadBody> {
  let source: AsyncIterable<Buffer> = body;
  for (const name of encodingsOf(contentEncoding) ?? []) source = decompressed(source, name);
  const cap = limits.spool?.max_bytes ?? limits.max_bytes;
  const chunks: Buffer[] = [];
  let [size, truncated] = [0, false];
  let spool: Spool | undefined;
  try {
    for await (const chunk of source) {
      signal.throwIfAborted();
      const room = cap - size;
      const taken = chunk.length > room ? chunk.subarray(0, room) : chunk;
      size += taken.length;
      limits.onBytes?.(size);
      limits.onPiece?.(taken);
      if (!spool) chunks.push(taken);
      else await spool.write(taken);
      if (!spool && limits.spool && size > spoolFrom) {
        spool = await openSpool(limits.spool.folder, limits.spool.secrets);
        await spool.write(Buffer.concat(chunks));
        chunks.splice(0, chunks.length, Buffer.from(Buffer.concat(chunks).subarray(0, spooledHead)));
      }
      truncated = chunk.length > room;
      if (truncated) break;
    }
    signal.throwIfAborted();
    return { bytes: Buffer.concat(chunks), size, truncated, spooled: spool && { file: spool.file, bytes: await spool.finish() } };
  } catch (error) {
    await spool?.discard();
    throw error;
  }
}

/** One layer of decompression with back pressure: the next compressed chunk is read when the last one is used up. */
async function* decompressed(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const decoder = decoders[name]!(first.value);
  const feed = async () => {
    for (let next: IteratorResult<Buffer> = first; !next.done; next = await chunks.next()) {
      if (decoder.destroyed) return;
      if (!decoder.write(next.value)) await drained(decoder);
    }
    decoder.end();
  };
  const feeding = feed().catch((error: unknown) => {
    decoder.destroy(error as Error);
  });
  try {
    for await (const chunk of decoder) yield chunk as Buffer;
  } catch (error) {
    if (isZlibError(error)) throw new AppError('bad_answer', `The answer says that it is compressed with ${name}, but it cannot be unpacked. Report it to the target's owner.`, { cause: error });
    throw error;
  } finally {
    decoder.destroy();
    await chunks.return?.();
    await feeding;
  }
}

/** Resolves when the decoder takes more, or takes nothing ever again. */
const drained = (decoder: Transform) =>
  new Promise<void>((resolve) => {
    const done = () => {
      decoder.off('drain', done).off('close', done);
      resolve();
    };
    decoder.once('drain', done).once('close', done);
  });

/** zlib's codes begin with Z_, brotli's with ERR_ or ERR__ERROR_, zstd's with ZSTD_. */
const isZlibError = (error: unknown) => /^(Z_|ERR__|ERR_BROTLI|ERR_PADDING|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '');
