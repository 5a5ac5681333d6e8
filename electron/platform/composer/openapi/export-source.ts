import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { keptExamples } from '../imported-examples.ts';
import { withKeptAuth } from '../../kept-auth.ts';
import type { Row } from '../../rows.ts';
import { shownNames } from './shown-names.ts';
import type { ExportSource } from './export-document.ts';

/** An API and its endpoints as they are exported: without ids, and with nothing in the place of each secret. */
export function exportSource(core: Core, id: string, caller: Caller): ExportSource {
  const { kinds, secrets } = core;
  const apis = kinds.of('composerApis');
  const endpoints = kinds.of('composerEndpoints');
  const api = apis.find(id, caller);
  // Cookies stand in one header, whose value is a secret as a whole; only their names leave this function.
  const open = (group: string, row: Row): Row => ({ ...row, auth: shownNames(withKeptAuth(core, secrets.reveal(group, row.id, { auth: row['auth'] }), caller)['auth']) });
  const rows = endpoints.all({ api_id: id }, { ...caller, environment_id: '' });
  const examples = keptExamples(core, rows, caller);
  return {
    api: open('composerApis', api),
    endpoints: rows.map((row) => Object.assign(open('composerEndpoints', row), { examples: examples.get(row.id) ?? [] })),
  };
}
