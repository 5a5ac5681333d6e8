import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { fileOf } from './attached-files.ts';
import { fileName } from './multipart.ts';
import { refuse, type AttachedFile } from './request.ts';

/**
 * Files that are uploaded in pieces for the bodies of requests: on the disk under names of our own, seen by their owner
 * alone, and no longer there than the process that took them in [F-13].
 */
export interface KeptUploads {
  /** Makes room for a file of the owner, where need be by giving up the owner's oldest. Throws `too_large` or `storage`. */
  begin(owner: string, file: { readonly filename: string; readonly size: number }): Promise<KeptUpload>;
  /** Adds a piece, which begins where the last one ended. Throws `not_found`, `conflict`, `too_large` or `storage`. */
  write(owner: string, id: string, offset: number, bytes: Uint8Array): Promise<KeptUpload>;
  /** Throws `not_found`. */
  find(owner: string, id: string): KeptUpload;
  /** The file as a part of a body. Throws `invalid_input` unless it is there as a whole. */
  attach(owner: string, id: string): AttachedFile;
  /** Does nothing where it is gone already. */
  discard(owner: string, id: string): void;
  /** Discards all of an owner's. */
  forget(owner: string): void;
  /** Takes all of them away; to be called at the end. */
  close(): void;
}

export interface KeptUpload {
  readonly upload_id: string;
  /** Without folders and control characters. */
  readonly filename: string;
  /** Bytes in all. */
  readonly size: number;
  /** Bytes so far. */
  readonly received: number;
  /** Bytes of a piece, at the most. */
  readonly piece_bytes: number;
}

const mega = 1024 * 1024;

export interface UploadBounds {
  readonly fileBytes: number;
  readonly allBytes: number;
  readonly ofOwner: number;
  /** Milliseconds after which a file that nobody asked for makes room for others. */
  readonly idle: number;
}
export const uploadBounds: UploadBounds = { fileBytes: 500 * mega, allBytes: 4096 * mega, ofOwner: 20, idle: 3_600_000 };
/** In base64, and with what is around it, it stays below the platform's limit for a request. */
export const pieceBytes = 4 * mega;

interface Kept {
  readonly owner: string;
  readonly path: string;
  readonly filename: string;
  readonly size: number;
  received: number;
  /** A piece is being written. */
  busy: boolean;
  used: number;
}

/** Begins by taking away what a crash left in `folder`, which is made with the first upload. */
export function keepUploads(folder: string, { now, log, bounds = uploadBounds }: { readonly now: () => number; readonly log: (line: string) => void; readonly bounds?: UploadBounds }): KeptUploads {
  rmSync(folder, { recursive: true, force: true });
  /** In the order of their beginning. */
  const kept = new Map<string, Kept>();

  const told = (id: string, { filename, size, received }: Kept): KeptUpload => ({ upload_id: id, filename, size, received, piece_bytes: pieceBytes });
  const drop = (id: string) => {
    const { path } = kept.get(id)!;
    kept.delete(id);
    rm(path, { force: true }).catch((error: unknown) => log(`The uploaded file ${path} cannot be taken away: ${String(error)}`));
  };
  const known = (owner: string, id: string): Kept | undefined => {
    const found = kept.get(id);
    if (found?.owner !== owner) return undefined;
    found.used = now();
    return found;
  };
  const found = (owner: string, id: string): Kept => {
    const one = known(owner, id);
    if (!one) throw new AppError('not_found', 'This file is not kept any more. Choose it again.');
    return one;
  };
  const idsOf = (owner: string) => [...kept].flatMap(([id, one]) => (one.owner === owner ? [id] : []));
  const total = () => [...kept.values()].reduce((sum, { size }) => sum + size, 0);

  function makeRoom(owner: string, size: number): void {
    for (const [id, { used, busy }] of kept) if (!busy && now() - used > bounds.idle) drop(id);
    for (const id of idsOf(owner)) {
      if (idsOf(owner).length < bounds.ofOwner && total() + size <= bounds.allBytes) return;
      drop(id);
    }
    if (total() + size > bounds.allBytes) throw new AppError('too_large', 'There is no room for another file now: requests of others hold theirs. Try again in some minutes.');
  }

  return {
    async begin(owner, { filename, size }) {
      if (size > bounds.fileBytes) throw new AppError('too_large', `A request carries a file of ${Math.floor(bounds.fileBytes / mega)} MiB at most. Choose a smaller one.`);
      makeRoom(owner, size);
      const id = randomUUID();
      const one: Kept = { owner, path: join(folder, id), filename: fileName(filename), size, received: 0, busy: false, used: now() };
      kept.set(id, one);
      try {
        await written(folder, async () => {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await (await open(one.path, 'wx', 0o600)).close();
        });
      } catch (error) {
        drop(id);
        throw error;
      }
      return told(id, one);
    },
    async write(owner, id, offset, bytes) {
      const one = found(owner, id);
      if (one.busy || offset !== one.received) throw new AppError('conflict', `The next piece of this file begins at byte ${one.received}. Send the pieces one after another.`);
      if (bytes.length > pieceBytes || offset + bytes.length > one.size) throw new AppError('too_large', `This piece is longer than ${pieceBytes} bytes, or reaches beyond the end of its file. Choose the file again.`);
      one.busy = true;
      try {
        await written(folder, () => put(one.path, bytes, offset));
      } finally {
        one.busy = false;
      }
      one.received += bytes.length;
      return told(id, one);
    },
    find: (owner, id) => told(id, found(owner, id)),
    attach(owner, id) {
      const one = known(owner, id);
      if (!one) throw refuse('body', 'The file of the body is not kept any more: it was there for one request. Choose it again.');
      if (one.received < one.size) throw refuse('body', `The file “${one.filename}” is not there as a whole yet: ${one.received} of ${one.size} bytes. Wait until it is.`);
      return fileOf(one.path, one.size);
    },
    discard(owner, id) {
      if (known(owner, id)) drop(id);
    },
    forget(owner) {
      for (const id of idsOf(owner)) drop(id);
    },
    close() {
      kept.clear();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function put(path: string, bytes: Uint8Array, offset: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
  } finally {
    await handle.close();
  }
}

async function written(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const why = code === 'ENOSPC' ? 'the disk is full. Make room' : code === 'ENOENT' ? 'it was given up meanwhile. Choose it anew' : `the system answered ${code}. Check the folder`;
    throw new AppError('storage', `The file cannot be kept in ${folder}: ${why} and try again.`, { details: { code }, cause: error });
  }
}
