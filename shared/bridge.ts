import { z } from 'zod';
import type { ErrorValue } from './errors.ts';
import type { Capabilities, HostEvent } from './host.ts';
import type { Reply } from './rpc.ts';

/**
 * What crosses between the renderer and its host. Both hosts carry JSON text: a string crosses a process boundary an
 * order of magnitude faster than the objects in it, and what survives one host survives the other.
 */

/** Renderer to host. `id` is chosen by the renderer and names the call or subscription until it ends. */
export type ClientFrame =
  | { readonly type: 'call' | 'subscribe'; readonly id: number; readonly name: string; readonly input?: unknown }
  | { readonly type: 'cancel' | 'unsubscribe'; readonly id: number };

/** Host to renderer. The browser host says `hello` first. */
export type HostFrame =
  | { readonly type: 'hello'; readonly capabilities: Capabilities }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'event'; readonly id: number; readonly event: unknown }
  | { readonly type: 'end'; readonly id: number; readonly error?: ErrorValue | undefined }
  | { readonly type: 'host'; readonly event: HostEvent }
  | { readonly type: 'refused'; readonly error: ErrorValue }; // of a frame that names no call

export const frameId = z.int().nonnegative();

const named = { id: frameId, name: z.string().max(200), input: z.unknown().optional() };
export const clientFrame: z.ZodType<ClientFrame> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('call'), ...named }),
  z.strictObject({ type: z.literal('subscribe'), ...named }),
  z.strictObject({ type: z.literal('cancel'), id: frameId }),
  z.strictObject({ type: z.literal('unsubscribe'), id: frameId }),
]);

/** The largest message that a host takes from a renderer, in bytes of UTF-8: an import of 64 MB, and its frame. */
export const maxFrameBytes = 65 * 1024 * 1024;

/**
 * Characters of a frame that the browser host sends at once. A longer frame goes out in pieces, each but the last behind
 * `goesOn`, with which no JSON text begins: a page takes in each message as one task, and hangs while that is long.
 */
export const pieceLength = 512 * 1024;
export const goesOn = '+';

/** The one object that the preload exposes, as `window.trellis`: inputs, replies and frames are JSON text. */
export interface PreloadBridge {
  readonly capabilities: Capabilities;
  /** A `Reply`. Rejects if there is no such call. */
  call(id: number, name: string, input: string): Promise<string>;
  cancel(id: number): void;
  /** A `Reply` that says whether the subscription began; what it yields comes to `listen`. */
  subscribe(id: number, name: string, input: string): Promise<string>;
  unsubscribe(id: number): void;
  /** Hears the `event`, `end` and `host` frames of this window; returns how to stop. */
  listen(listener: (frame: string) => void): () => void;
  openExternal(url: string): Promise<void>;
}
