import { setImmediate } from 'node:timers/promises';
import { patiently } from '../../../storage/patience.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { workerUrl } from '../../expressions/worker-url.ts';
import { createImported } from '../imported-examples.ts';
import { apisOf } from '../kinds.ts';
import { readInThread } from '../read-in-thread.ts';
import type { CollectionApi, ImportedCollection, Problem } from './collection.ts';

interface TakenIn {
  readonly document: string;
  /** Of the first API, in the place of the collection's own. */
  readonly name?: string | undefined;
}

/** Makes APIs of a collection: reads outside of the database's turn, then writes everything or nothing. */
export async function takeInCollection(core: Core, { document, name }: TakenIn, caller: Caller, signal: AbortSignal) {
  const { kind, apis: found, problems } = await readInThread<ImportedCollection>(workerUrl(import.meta.url, 'interchange-worker'), document, signal);
  await setImmediate(); // a cancel that has arrived is heeded before anything is written
  signal.throwIfAborted();
  const ids = await patiently(() => core.transaction(() => found.map((one, at) => keep(core, one, (at === 0 && name?.trim()) || one.api.name, caller))), signal);
  const endpoint_count = found.reduce((sum, one) => sum + one.endpoints.length, 0);
  return { kind, api_id: ids[0]!, api_ids: ids, endpoint_count, problems: told(problems) };
}

function keep(core: Core, { api, endpoints: found }: CollectionApi, name: string, caller: Caller): string {
  const { id } = apisOf(core).create({ ...api, name, enabled: true }, caller);
  for (const endpoint of found) createImported(core, { ...endpoint, api_id: id, enabled: true }, caller);
  return id;
}

/** Problems as they are answered. */
export const told = (problems: readonly Problem[]) => problems.map(({ where, message }) => ({ where, message }));
