import { AppError } from '../../../../shared/errors.ts';
import type { AuthSpec, FetchPolicy } from '../../../execution/request.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { fetchOptions } from '../../fetch-options.ts';
import type { Progress } from '../openapi/import-document.ts';
import type { Problem } from '../openapi/imported.ts';
import { fetchDocument, inMegabytes, shownAddress, type Asked, type Version } from './fetch-document.ts';
import type { Source } from './sources.ts';
import { withReferences } from './with-references.ts';

/** What somebody gives in the place of a document's text. */
export interface From {
  /** The address of before, where none is said. */
  readonly url?: string | undefined;
  readonly auth?: AuthSpec | undefined;
  /** Also where the server has nothing newer. */
  readonly always?: boolean | undefined;
}

export interface Given {
  readonly document?: string | undefined;
  readonly fetch?: From | undefined;
  /** Origins whose documents are fetched with it. */
  readonly follow?: readonly string[] | undefined;
  /** From where a given document came. */
  readonly beside?: Pick<Source, 'base' | 'auth'> | undefined;
}

export interface NewVersion {
  readonly document: string;
  /** Where relative references begin. */
  readonly base: string | undefined;
  /** What was asked of whom; undefined where nothing was fetched. */
  readonly source: Source | undefined;
  readonly problems: readonly Problem[];
}

const unknownVersion: Version = { etag: null, last_modified: null };

/** The document that is given or fetched, with what it refers to; undefined where its server has nothing newer than `before`. */
export async function newVersion(core: Core, { document, fetch: from, follow = [], beside }: Given, before: Source | undefined, caller: Caller, signal: AbortSignal, progress: Progress): Promise<NewVersion | undefined> {
  const { policy = {} } = fetchOptions(core, caller, caller.environment_id);
  const get = (asked: Asked, longest?: number) => fetchDocument(asked, {
    policy: { ...policy, files: 'refuse' } satisfies FetchPolicy, signal, ...(longest === undefined ? {} : { longest }),
    onBytes: (bytes) => progress(0, `Fetching ${shownAddress(asked.url)}: ${inMegabytes(bytes)}`),
  });
  const whole = (text: string, base: string | undefined, origins: readonly string[], auth?: AuthSpec) =>
    withReferences(text, { base, follow: origins, fetch: (address, longest) => textAt(address, longest, base, auth) }, signal);
  async function textAt(address: string, longest: number, base: string | undefined, auth: AuthSpec | undefined): Promise<string> {
    progress(0, `Fetching ${shownAddress(address)}`);
    // Whoever has the credentials for one server does not have them for another.
    const own = base !== undefined && new URL(address).origin === new URL(base).origin ? auth : undefined;
    return (await get({ url: address, auth: own }, longest))?.text ?? '';
  }
  const now = () => new Date(core.now()).toISOString();

  if (!from) {
    if (document === undefined || document.trim() === '') throw new AppError('invalid_input', 'Choose an OpenAPI document');
    const found = await whole(document, beside?.base, follow, beside?.auth);
    return { ...found, base: beside?.base, source: follow.length === 0 ? undefined : { ...unknownVersion, follow, fetched_at: now() } };
  }
  const url = from.url?.trim() || before?.url;
  if (url === undefined) throw new AppError('invalid_input', 'This API was not fetched from an address. Enter one, or choose a document.');
  const auth = from.auth ?? (sameOrigin(url, before?.url) ? before?.auth : undefined);
  const isSame = url === before?.url;
  const origins = [...new Set([...(isSame ? before.follow : []), ...follow])];
  progress(0, `Asking ${shownAddress(url)}`);
  // What a document refers to may be newer than the document itself.
  const known = isSame && origins.length === 0 && from.always !== true ? before : undefined;
  const fetched = await get({ url, auth, known });
  if (!fetched) return undefined;
  const found = await whole(fetched.text, fetched.base, origins, auth);
  return { ...found, base: fetched.base, source: { url, auth, base: fetched.base, follow: origins, etag: fetched.etag, last_modified: fetched.last_modified, fetched_at: now() } };
}

const sameOrigin = (one: string, other: string | undefined) => other !== undefined && URL.canParse(one) && new URL(one).origin === new URL(other).origin;
