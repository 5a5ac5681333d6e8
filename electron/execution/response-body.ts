import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';

/** Reading of an answer's body: decompressed as it comes, and never more of it than the cap [F-6]. */

export interface ReadBody {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

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

/** Reads until the end or the cap, and then closes the connection's side; `cap` counts decompressed bytes. */
export async function readBody(body: Readable, contentEncoding: string, cap: number, signal: AbortSignal): Promise<ReadBody> {
  let source: AsyncIterable<Buffer> = body;
  for (const name of encodingsOf(contentEncoding) ?? []) source = decompressed(source, name);
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  for await (const chunk of source) {
    signal.throwIfAborted();
    const room = cap - size;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    if (chunk.length > room) {
      truncated = true;
      break;
    }
  }
  return { bytes: Buffer.concat(chunks, size), truncated };
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
    decoder.once('drain', resolve).once('close', resolve);
  });

/** zlib's codes begin with Z_, brotli's with ERR_ or ERR__ERROR_, zstd's with ZSTD_. */
const isZlibError = (error: unknown) => /^(Z_|ERR__|ERR_BROTLI|ERR_PADDING|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '');
