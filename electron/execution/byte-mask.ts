import { masked, secretForms } from './mask.ts';

/** Hides secrets in bytes that go by in pieces; a secret that lies across two pieces is hidden as well [F-20]. */
export interface ByteMask {
  /** The bytes so far that are certain. */
  push(bytes: Buffer): Buffer;
  /** The rest. */
  end(): Buffer;
}

export function byteMaskOf(secrets: readonly string[]): ByteMask {
  const forms = secretForms(secrets).map((form) => Buffer.from(form, 'utf8'));
  const longest = Math.max(0, ...forms.map((form) => form.length));
  let held: Buffer = Buffer.alloc(0);

  /** Replaces what begins before `limit`, and holds back from there on. */
  function upTo(bytes: Buffer, limit: number): Buffer {
    const out: Buffer[] = [];
    const next = forms.map((form) => ({ form, at: bytes.indexOf(form) }));
    let from = 0;
    for (;;) {
      for (const one of next) if (one.at !== -1 && one.at < from) one.at = bytes.indexOf(one.form, from);
      // Longer forms stand first, and win where two begin together.
      const found = next.filter(({ at }) => at !== -1 && at < limit).reduce<(typeof next)[number] | null>((best, one) => (best === null || one.at < best.at ? one : best), null);
      if (found === null) break;
      out.push(bytes.subarray(from, found.at), Buffer.from(masked));
      from = found.at + found.form.length;
    }
    const end = Math.max(from, limit);
    out.push(bytes.subarray(from, end));
    held = bytes.subarray(end);
    return Buffer.concat(out);
  }

  return {
    push(bytes) {
      if (longest === 0) return bytes;
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      return upTo(all, Math.max(0, all.length - longest + 1));
    },
    end: () => (longest === 0 ? held : upTo(held, held.length)),
  };
}

/** Bytes that are there as a whole, with secrets hidden. */
export function maskBytes(bytes: Buffer, secrets: readonly string[]): Buffer {
  const mask = byteMaskOf(secrets);
  return Buffer.concat([mask.push(bytes), mask.end()]);
}
