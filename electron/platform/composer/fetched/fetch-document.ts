import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { AppError } from '../../../../shared/errors.ts';
import { execute, type ExecuteOptions } from '../../../execution/execute.ts';
import type { AuthSpec, Outcome } from '../../../execution/request.ts';
import { one } from '../../../execution/send.ts';
import { isArchive } from '../interchange/archive.ts';

/** Bytes of a document, and milliseconds until all of it is there. */
const longest = 64_000_000;
const deadline = 120_000;
/** Bytes between one word on how far it is and the next. */
const between = 256 * 1024;

/** What a server says of the version that it gave, by which it is asked for a newer one (RFC 9110, section 13). */
export interface Version {
  readonly etag: string | null;
  readonly last_modified: string | null;
}

export interface FetchedDocument extends Version {
  readonly text: string;
  /** The address that answered, after redirects: what relative references begin from (RFC 3986, section 5.1.3). */
  readonly base: string;
}

export interface Asked {
  readonly url: string;
  readonly auth?: AuthSpec | undefined;
  /** Nothing newer than this is asked for. */
  readonly known?: Version | undefined;
}

export interface FetchWays extends Pick<ExecuteOptions, 'policy'> {
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
  readonly longest?: number;
}

/**
 * Fetches a document as requests are sent: by the engine, under its policy. Undefined where there is nothing newer than
 * what is known. Throws as the engine does, and says what came in the place of a document.
 */
export async function fetchDocument({ url, auth, known }: Asked, { policy, signal, onBytes, longest: cap = longest }: FetchWays): Promise<FetchedDocument | undefined> {
  let told = 0;
  const outcome = await execute(
    { method: 'GET', url, auth: auth ?? null, timeout_ms: deadline, headers: { Accept: 'application/json, application/yaml;q=0.9, */*;q=0.8', 'If-None-Match': known?.etag ?? null, 'If-Modified-Since': known?.last_modified ?? null } },
    {
      policy, signal, spool: { folder: tmpdir(), max_bytes: cap },
      onBytes(bytes) {
        if (bytes - told < between) return;
        told = bytes;
        onBytes(bytes);
      },
    },
  );
  try {
    if (outcome.status === 304) return undefined;
    if (outcome.status < 200 || outcome.status > 299) throw refused(outcome, auth);
    if (outcome.truncated) throw new AppError('too_large', `The document at ${shownAddress(url)} has more than ${inMegabytes(cap)}, which is the most that is taken. Split it, or import a part of it.`);
    const text = await textOf(outcome);
    const type = one(outcome.headers, 'content-type');
    if (/^\s*(?:<!doctype html|<html[\s>])/i.test(text) || (/^text\/html\b/i.test(type) && /^\s*</.test(text))) {
      throw new AppError('rejected', `${shownAddress(url)} answered with a web page, not with a document. Enter the address of the document itself, which often ends in .json or .yaml.`);
    }
    if (text.trim() === '') throw new AppError('rejected', `${shownAddress(url)} answered with nothing (${outcome.status} ${outcome.status_text}). Check the address.`);
    return { text, base: outcome.url, etag: one(outcome.headers, 'etag') || null, last_modified: one(outcome.headers, 'last-modified') || null };
  } finally {
    if (outcome.spooled) await rm(outcome.spooled.file, { force: true });
  }
}

/** As it is imported: a zip in base64, and all else as text, since many servers call YAML plain bytes. */
async function textOf({ spooled, text, data, data_kind: kind }: Outcome): Promise<string> {
  if (!spooled && kind !== 'base64') return text ?? '';
  const bytes = spooled ? await readFile(spooled.file) : Buffer.from(data as string, 'base64');
  const base64 = bytes.toString('base64');
  return isArchive(base64) ? base64 : bytes.toString('utf8');
}

function refused({ status, status_text: words, url }: Outcome, auth: AuthSpec | undefined): AppError {
  const answered = `${shownAddress(url)} answered ${status} ${words}`.trim();
  const signsIn = auth !== undefined && auth.type !== 'none';
  if (status === 401 || status === 403) return new AppError('rejected', `${answered}. ${signsIn ? 'Check how the document’s server is signed in to' : 'Say how its server is signed in to'}, and try again.`);
  if (status === 404 || status === 410) return new AppError('rejected', `${answered}: there is no document. Check the address.`);
  return new AppError('rejected', `${answered}. Try again later, or check the address.`);
}

/** An address without what may be secret in it: its query. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, 200);
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`.slice(0, 300);
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
