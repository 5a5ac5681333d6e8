import type { Core } from '../core.ts';
import type { Handlers } from '../domain.ts';
import type { Fields } from '../rows.ts';

/** A file as it comes in: from a multipart form, or as JSON. */
interface FileContent {
  readonly name: string;
  readonly type?: string;
  readonly content: string;
}
const isFile = (value: unknown): value is FileContent =>
  typeof value === 'object' && value !== null && typeof (value as Fields)['content'] === 'string' && typeof (value as Fields)['name'] === 'string';

/** A stored file's address is its content: a data URL (RFC 2397), with the file's name as a parameter. */
const addressOf = ({ name, type, content }: FileContent) => `data:${type ?? 'application/octet-stream'};name=${encodeURIComponent(name)};base64,${content}`;
const withAddresses = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isFile(value) ? addressOf(value) : value]));

/** Documents of a connector, written as forms; their files are read back by address [N-035][C-044][C-045]. */
export function documentHandlers({ kinds }: Core): Handlers {
  const docs = kinds.of('connectorDocs');
  return {
    'connectorDocs.create': (fields, { caller }) => docs.create(withAddresses(fields), caller),
    'connectorDocs.update': ({ id, ...fields }, { caller }) => docs.update(id as string, withAddresses(fields), caller),
  };
}
