import { toErrorValue } from '../../../../shared/errors.ts';
import { workerUrl } from '../../expressions/worker-url.ts';
import type { Problem } from '../openapi/imported.ts';
import { readInThread } from '../read-in-thread.ts';
import type { Bundle, ToBundle } from './bundle.ts';

/** Documents that are fetched beside one, how far they may lead, and their bytes together. */
const most = 200;
const deepest = 10;
const mostBytes = 64_000_000;

interface Whole {
  readonly document: string;
  readonly problems: readonly Problem[];
}

interface Following {
  /** The address of the document; none where it was given as a text. */
  readonly base: string | undefined;
  /** Origins, such as `https://example.com`, whose documents may be fetched. Of no other is anything asked [F-12]. */
  readonly follow: readonly string[];
  /** The text at an address, of so many bytes at the most. */
  readonly fetch: (address: string, longest: number) => Promise<string>;
}

/** The document with those that it refers to, as far as they may be fetched. What cannot be had is listed and left out. */
export async function withReferences(document: string, { base, follow, fetch }: Following, signal: AbortSignal): Promise<Whole> {
  if (follow.length === 0) return { document, problems: [] };
  const allowed = new Set(follow);
  const fetched = new Map<string, string | null>();
  const problems: Problem[] = [];
  const tell = (message: string) => problems.push({ where: '#', message });
  let left = mostBytes;
  for (let depth = 0; ; depth += 1) {
    const found = await readInThread<Bundle>(workerUrl(import.meta.url, 'bundle-worker'), { document, base, fetched: [...fetched] } satisfies ToBundle, signal);
    const next = found.missing.filter((address) => allowed.has(new URL(address).origin));
    const room = depth < deepest ? most - fetched.size : 0;
    if (next.length > room) tell(`${next.length - room} more documents are referred to, and left out: no more than ${most} are fetched, and no more than ${deepest} one behind the other.`);
    if (next.length === 0 || room <= 0) return { document: found.document ?? document, problems: [...problems, ...found.problems] };
    for (const address of next.slice(0, room)) {
      try {
        const text = await fetch(address, left);
        left -= Buffer.byteLength(text);
        fetched.set(address, text);
      } catch (error) {
        signal.throwIfAborted();
        tell(`${address} is left out. ${toErrorValue(error).message}`);
        fetched.set(address, null);
      }
    }
  }
}
