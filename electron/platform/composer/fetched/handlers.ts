import { composerApis } from '../../../../shared/contract/all.ts';
import { documentKind } from '../../../../shared/rules/document-kind.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import { takeInCollection } from '../interchange/take-in-collection.ts';
import type { Progress } from '../openapi/import-document.ts';
import { mayChoose, type ImportChoices } from '../openapi/from-document.ts';
import { takeIn } from '../openapi/take-in.ts';
import { shownAddress } from './fetch-document.ts';
import { newVersion, type From } from './new-version.ts';
import { createSources } from './sources.ts';

/** APIs out of documents that stand at an address [C-111]. */
export function fetchedHandlers(core: Core): Handlers {
  const sources = createSources(core);

  async function importUrl(from: From, { name, choices }: { readonly name?: string | undefined; readonly choices: ImportChoices }, caller: Caller, signal: AbortSignal, progress: Progress) {
    const { document, base, source } = (await newVersion(core, { fetch: from }, undefined, caller, signal, progress))!;
    if (documentKind(document)?.call === 'importCollection') {
      progress(0, 'Reading the collection');
      return takeInCollection(core, { document, name }, caller, signal);
    }
    return takeIn(core, { document, name, base, choices, also: (id) => sources.keep(id, source!) }, caller, signal, progress);
  }

  return implement('composerApis', composerApis, {
    async importUrl({ url, auth, name, async, environments, auth_configs }, { caller, signal }) {
      const how = { name, choices: { environments, auth_configs } };
      mayChoose(how.choices, caller);
      if (!async) return importUrl({ url, auth }, how, caller, signal, () => undefined);
      const job_id = core.jobs.start('import-url', `Import ${name || shownAddress(url)}`, caller, (job) => importUrl({ url, auth }, how, caller, job.signal, (done, note) => job.progress(done, note)));
      return { job_id };
    },
  });
}
