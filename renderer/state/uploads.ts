import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';

/** Files on their way to this computer's part of the app, which sends them with requests; by the id of their upload. */

export interface UploadState {
  /** Bytes in all, and so far. */
  readonly size: number;
  readonly sent: number;
  /** Why it is not there, or not there any more. */
  readonly problem: string | null;
}

export const useUploads = defineState<Record<string, UploadState>>(() => ({}));

const underWay = new Map<string, AbortController>();

const put = (id: string, changes: Partial<UploadState>) =>
  useUploads.set((draft) => {
    Object.assign((draft[id] ??= { size: 0, sent: 0, problem: null }), changes);
  });

/** Begins to upload a file, and answers its id at once; how far it is stands in the store. */
export async function beginUpload(file: File): Promise<Reply<{ upload_id: string; filename: string }>> {
  const reply = await api.composerUploads.beginHere({ filename: file.name, size: file.size });
  if (reply.ok) void send(file, reply.data);
  return reply;
}

async function send(file: File, { upload_id, piece_bytes }: { readonly upload_id: string; readonly piece_bytes: number }): Promise<void> {
  const controller = new AbortController();
  underWay.set(upload_id, controller);
  put(upload_id, { size: file.size, sent: 0, problem: null });
  for (let offset = 0; offset < file.size && !controller.signal.aborted; ) {
    const content = await base64Of(file.slice(offset, offset + piece_bytes)).catch(() => null);
    if (content === null) {
      put(upload_id, { problem: `“${file.name}” cannot be read. Choose it again.` });
      break;
    }
    const reply = await api.composerUploads.writeHere({ upload_id, offset, content }, controller.signal);
    if (controller.signal.aborted) break;
    if (!reply.ok) {
      put(upload_id, { problem: reply.error.message });
      break;
    }
    offset = reply.data.received;
    put(upload_id, { sent: offset });
  }
  underWay.delete(upload_id);
}

/** Stops an upload, and has what there is of it taken away. */
export function dropUpload(upload_id: string): void {
  underWay.get(upload_id)?.abort();
  useUploads.set((draft) => {
    delete draft[upload_id];
  });
  void api.composerUploads.discardHere({ upload_id });
}

/** Asks after one that this window did not begin, such as that of a draft. */
export async function askUpload(upload_id: string): Promise<void> {
  if (useUploads.get()[upload_id]) return;
  const reply = await api.composerUploads.getHere({ upload_id });
  if (useUploads.get()[upload_id]) return;
  put(upload_id, reply.ok ? { size: reply.data.size, sent: reply.data.received, problem: reply.data.received < reply.data.size ? 'The file did not arrive as a whole. Choose it again.' : null } : { problem: reply.error.message });
}

/** A file, or a part of one, in base64; rejects where it cannot be read. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.readAsDataURL(file);
  });
}
