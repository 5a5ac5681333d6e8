import { setImmediate } from 'node:timers/promises';
import { patiently } from '../../../storage/patience.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { createImported } from '../imported-examples.ts';
import { apisOf } from '../kinds.ts';
import { createDocuments, packed } from './documents.ts';
import type { Progress } from './import-document.ts';
import { mayChoose, taken, type ImportChoices } from './from-document.ts';
import { importInThread } from './import-in-thread.ts';
import { externalAddresses } from './references.ts';

interface TakenIn {
  readonly document: string;
  /** In the place of the document's own. */
  readonly name?: string | undefined;
  /** The document's own address, where it has one. */
  readonly base?: string | undefined;
  /** Written with the API, or not at all. */
  readonly also?: (api_id: string) => void;
  readonly choices?: ImportChoices | undefined;
}

/** Makes an API of a document: reads outside of the database's turn, then writes everything or nothing. */
export async function takeIn(core: Core, { document, name, base, also, choices = {} }: TakenIn, caller: Caller, signal: AbortSignal, progress: Progress) {
  mayChoose(choices, caller);
  const { api, endpoints: found, problems, security, external } = await importInThread(document, signal, { onProgress: (done, note) => progress(0.8 * done, note) });
  progress(0.8, `Storing ${found.length} endpoints`);
  const kept = { document: await packed(document), skipped: {} };
  await setImmediate(); // a cancel that has arrived is heeded before anything is written
  signal.throwIfAborted();
  const done = await patiently(() => core.transaction(() => {
    const side = { api: { ...api, name: name?.trim() || api.name }, endpoints: found.map((endpoint) => ({ ...endpoint })) };
    const made = taken(core, side, security, choices, caller);
    const { id } = apisOf(core).create({ ...made.api, enabled: true }, caller);
    for (const endpoint of made.endpoints) createImported(core, { headers: {}, enabled: true, ...endpoint, api_id: id }, caller);
    createDocuments(core).keep(id, kept);
    also?.(id);
    return { api_id: id, problems: [...problems, ...made.problems] };
  }), signal);
  return { ...done, endpoint_count: found.length, external: externalAddresses(external, base) };
}
