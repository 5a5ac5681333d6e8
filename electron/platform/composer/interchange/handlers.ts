import { composerApis, composerEndpoints, type CollectionFormat } from '../../../../shared/contract/composer.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import { endpointsOf } from '../kinds.ts';
import type { Problem } from './collection.ts';
import { generateCode } from './generate-code.ts';
import { outgoingOf } from './outgoing.ts';
import { safeRows, type SafeRows } from './safe-rows.ts';
import { takeInCollection, told } from './take-in-collection.ts';
import { brunoArchive } from './write-bruno.ts';
import { curlText } from './write-curl.ts';
import { harOfExecutions } from './write-har.ts';
import { postmanText } from './write-postman.ts';

/** APIs that come from other tools and go to them. */
export function interchangeHandlers(core: Core): Handlers {
  const endpoints = endpointsOf(core);

  return {
    ...implement('composerApis', composerApis, {
      async importCollection({ document, name, async }, { caller, signal }) {
        if (!async) return takeInCollection(core, { document, name }, caller, signal);
        const job_id = core.jobs.start('import-collection', name ? `Import ${name}` : 'Import a collection', caller, (job) => {
          job.progress(0, 'Reading the collection');
          return takeInCollection(core, { document, name }, caller, job.signal);
        });
        return { job_id };
      },
      async exportCollection({ id, format, endpoint_id }, { caller }) {
        const rows = safeRows(core, id, endpoint_id, caller);
        const problems: Problem[] = [];
        const found = await written(core, format, rows, caller, problems);
        return { format, ...fileOf(format, rows), ...found, placeholders: rows.placeholders.names(), problems: told(problems) };
      },
    }),
    ...implement('composerEndpoints', composerEndpoints, {
      async generateCode({ endpoint_id, language }, { caller }) {
        const { api_id } = endpoints.find(endpoint_id, caller);
        const rows = safeRows(core, api_id, endpoint_id, caller);
        const [endpoint] = rows.endpoints;
        const problems: Problem[] = [];
        const request = endpoint && (await outgoingOf(rows, endpoint, problems));
        if (!request) throw new AppError('invalid_input', problems[0]?.message ?? 'The endpoint cannot be sent. Correct it and try again.');
        return { language, code: await generateCode(request, language, problems), placeholders: rows.placeholders.names(), problems: told(problems) };
      },
    }),
  };
}

async function written(core: Core, format: CollectionFormat, rows: SafeRows, caller: Caller, problems: Problem[]): Promise<{ readonly text: string; readonly encoding?: 'base64' }> {
  switch (format) {
    case 'har':
      return { text: await harOfExecutions(core, rows, caller, problems) };
    case 'postman':
      return { text: await postmanText(rows, problems) };
    case 'bruno':
      return { text: await brunoArchive(rows, problems), encoding: 'base64' };
    case 'curl': {
      const requests = await Promise.all(rows.endpoints.map((endpoint) => outgoingOf(rows, endpoint, problems)));
      return { text: curlText(requests.filter((request) => request !== undefined), problems) };
    }
  }
}

const files: Readonly<Record<CollectionFormat, readonly [ending: string, media_type: string]>> = {
  curl: ['sh', 'text/x-shellscript'],
  har: ['har', 'application/json'],
  postman: ['postman_collection.json', 'application/json'],
  bruno: ['bruno.zip', 'application/zip'],
};

function fileOf(format: CollectionFormat, { api }: SafeRows): { filename: string; media_type: string } {
  const [ending, media_type] = files[format];
  const name = (typeof api['name'] === 'string' ? api['name'] : '').replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 80) || 'api';
  return { filename: `${name}.${ending}`, media_type };
}
