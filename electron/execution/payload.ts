import { Readable } from 'node:stream';

/** A request's body, ready to be sent as often as redirects and challenges ask for it. */
export interface Payload {
  /** Sent unless the request names its own. */
  readonly content_type: string;
  /** It says how the body is to be taken apart, so that no other can stand in its place. */
  readonly type_is_fixed?: true;
  /** Bytes in all, known before the first is sent. */
  readonly size: number;
  /** The bytes from their beginning; whoever opens a stream reads it to its end or destroys it. */
  open(): Uint8Array | Readable;
}

export const payloadOfBytes = (bytes: Uint8Array, content_type: string): Payload => ({ content_type, size: bytes.length, open: () => bytes });

/** A piece of a body: bytes in memory, or a file that is opened when its turn comes. */
export type Chunk = Uint8Array | { readonly size: number; open(): Readable };

/** A body out of pieces, of which no more than one file is open at a time. */
export function payloadOfChunks(chunks: readonly Chunk[], content_type: string): Pick<Payload, 'content_type' | 'size' | 'open'> {
  const size = chunks.reduce((sum, chunk) => sum + ('size' in chunk ? chunk.size : chunk.length), 0);
  const inMemory = chunks.every((chunk) => chunk instanceof Uint8Array);
  return { content_type, size, open: () => (inMemory ? Buffer.concat(chunks) : Readable.from(read(chunks), { objectMode: false })) };
}

async function* read(chunks: readonly Chunk[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Uint8Array) yield chunk;
    else yield* chunk.open() as AsyncIterable<Buffer>;
  }
}
