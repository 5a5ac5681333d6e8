import { join } from 'node:path';
import { composerUploads } from '../../../shared/contract/all.ts';
import type { PreparedExecution } from '../../execution/compose/prepared-run.ts';
import { uploadsIn } from '../../execution/body-uploads.ts';
import { keepUploads, type KeptUploads } from '../../execution/kept-uploads.ts';
import type { UploadSource } from '../../execution/request.ts';
import type { Core } from '../core.ts';
import { implement, type Caller } from '../domain.ts';

/** Files that are uploaded for one run: whoever uploads one is the only one who sends it, within one tenant. */

const made = new WeakMap<Core, KeptUploads>();

/** One per platform: it owns the folder. */
export function uploadsOf(core: Core): KeptUploads {
  const known = made.get(core);
  if (known) return known;
  const kept = keepUploads(join(core.data, 'uploads'), core);
  made.set(core, kept);
  return kept;
}

const ownerOf = ({ tenant_id, user_id }: Pick<Caller, 'tenant_id' | 'user_id'>) => JSON.stringify([tenant_id, user_id]);

/** Where a run of this caller finds them. */
export const uploadSource = (core: Core, caller: Caller): UploadSource => (id) => uploadsOf(core).attach(ownerOf(caller), id);

/** The same run, which takes the uploads of its body away when it has ended. */
export function releasing(core: Core, caller: Caller, body: unknown, run: PreparedExecution): PreparedExecution {
  const ids = uploadsIn(body);
  if (ids.length === 0) return run;
  const release = () => {
    for (const id of ids) uploadsOf(core).discard(ownerOf(caller), id);
  };
  return { ...run, send: (signal) => run.send(signal).finally(release) };
}

export function uploadHandlers(core: Core) {
  const uploads = uploadsOf(core);
  return implement('composerUploads', composerUploads, {
    begin: (file, { caller }) => uploads.begin(ownerOf(caller), file),
    write: ({ upload_id, offset, content }, { caller }) => uploads.write(ownerOf(caller), upload_id, offset, Buffer.from(content, 'base64')),
    discard({ upload_id }, { caller }) {
      uploads.discard(ownerOf(caller), upload_id);
      return {};
    },
  });
}
