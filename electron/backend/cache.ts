import { parsedLater } from '../../shared/reply-text.ts';
import { transaction } from '../storage/transaction.ts';
import { cachePins, type CachePins } from './cache-pins.ts';
import { cacheSchema, cacheStatements, cacheVersion } from './cache-tables.ts';
import { openDatabase } from './database.ts';
import { withoutSecrets, type IsSecret } from './redact.ts';
import { rowsOf, searchIndex, type Hit, type IndexedRow } from './search-index.ts';

/** The last answer to each read, for when the platform cannot be reached, and full-text search over the rows in them. */
export interface Cache {
  /** A moment that is later than every one before, to be taken when a question is sent. */
  tick(): number;
  /** What was answered last, or null. Like `write` it never throws: a fault of the file is said by `stats().problem`. */
  read(key: CacheKey): KeptAnswer | null;
  /** Keeps an answer without its secrets, unless a later question was answered before. */
  write(key: CacheKey, data: unknown, asked: number): void;
  /** The inputs, scope included, to which answers of a call are kept; those of the latest answers first. Like `read` it never throws. */
  kept(owner: Owner, query: { call: string; tenant: string; limit: number }): Record<string, unknown>[];
  search(owner: Owner, query: { text: string; tenant: string; environment?: string | undefined; group?: string | undefined; limit: number }): Hit[];
  /** Of these rows of a list, the ids of those whose inner texts the search does not know as of `stamp`; null while the list is still on its way into the index. */
  undescribed(place: Place, group: string, rows: readonly { id: string; stamp: string }[]): string[] | null;
  /** Adds to the search what stands inside of rows that are listed without it. */
  describe(place: Place, group: string, rows: readonly { id: string; stamp: string; text: string }[]): void;
  /** Takes one row out of the search, once it is deleted. */
  forgetRow(key: Omit<CacheKey, 'input'>, row: string): void;
  /** Forgets everything of a user on a profile, or of all its users. */
  wipe(profile: string, user: string | null): void;
  /** Forgets all that is not pinned. */
  clear(): void;
  stats(): { bytes: number; limit_bytes: number; pinned_bytes: number; answers: number; problem: string | null };
  /** From now on it holds at most so much; what is beyond that goes at once, but for what is pinned. */
  setLimit(bytes: number): void;
  /** What is kept whatever else has to go. */
  readonly pins: CachePins;
  /** Writes what waits, and puts it into the search index. */
  settle(): void;
  close(): void;
}

export interface KeptAnswer {
  /** JSON text of `data`, which is parsed when it is first read. */
  readonly json: string;
  readonly data: unknown;
  readonly as_of: string;
}

export interface Owner {
  readonly profile: string;
  readonly user: string;
}

/** Whose it is, and where. */
export interface Place extends Owner {
  readonly tenant: string;
  readonly environment: string;
}

export interface CacheKey extends Place {
  readonly call: string;
  /** Canonical JSON of the input without its scope. */
  readonly input: string;
}

/** Rows that go into the index in one turn, so that no turn of the event loop takes longer than a few milliseconds. */
const slice = 250;
/** Beyond its limit the cache is emptied to this part of it, the longest unused first. */
const keepPart = 0.9;

export function openCache(options: {
  readonly file: string;
  readonly limitBytes: number;
  readonly isSecret: (call: string) => IsSecret;
  readonly isList: (call: string) => boolean;
  readonly now: () => number;
  /** Most pages that the file may have; as large as its disk allows unless said otherwise. */
  readonly pageLimit?: number;
}): Cache {
  const { file, isSecret, isList, now, pageLimit } = options;
  let { limitBytes } = options;
  const waiting = new Map<number, { scope: number; call: string; rows: IndexedRow[]; done: number; asked: number }>();
  /** Answers that are written after they were given, since nobody should wait for that. */
  const unwritten = new Map<string, { key: CacheKey; data: unknown; asked: number }>();
  const used = new Map<number, number>();
  let turn: NodeJS.Immediate | null = null;
  let last = 0;
  let bytes = 0;

  const database = openDatabase({ file, name: 'The offline cache', version: cacheVersion, schema: cacheSchema }, (db) => {
    waiting.clear();
    used.clear();
    if (pageLimit !== undefined) db.exec(`PRAGMA max_page_count = ${pageLimit}`);
    const totals = db.prepare('SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(max(asked), 0) AS asked FROM answers').get()!;
    bytes = Number(totals['bytes']);
    last = Math.max(last, Number(totals['asked']));
    return { ...cacheStatements(db), index: searchIndex(db), db, scopeIds: new Map<string, number>() };
  });
  type Prepared = Parameters<Parameters<typeof database.use>[0]>[0];

  const findScope = (prepared: Prepared, { profile, user, tenant, environment }: Place): number | undefined => {
    const key = JSON.stringify([profile, user, tenant, environment]);
    const known = prepared.scopeIds.get(key);
    if (known !== undefined) return known;
    const found = prepared.findScope.get(profile, user, tenant, environment);
    if (!found) return undefined;
    prepared.scopeIds.set(key, Number(found['id']));
    return Number(found['id']);
  };
  const makeScope = (prepared: Prepared, key: Place): number => {
    const found = findScope(prepared, key);
    if (found !== undefined) return found;
    return Number(prepared.addScope.run(key.profile, key.user, key.tenant, key.environment).lastInsertRowid);
  };

  const indexSlice = (prepared: Prepared): boolean => {
    const [next] = waiting;
    if (!next) return false;
    const [answer, work] = next;
    const rows = work.rows.slice(work.done, work.done + slice);
    work.done += rows.length;
    transaction(prepared.db, () => {
      prepared.index.put({ answer, scope: work.scope, group: groupOf(work.call), asked: work.asked }, rows);
      if (work.done < work.rows.length) return;
      if (prepared.index.dropOlder(answer, work.asked) > 0) prepared.unsearchable.run(work.scope, groupOf(work.call));
      prepared.searchable.run(answer);
    });
    if (work.done >= work.rows.length) waiting.delete(answer);
    return waiting.size > 0;
  };
  const writeNext = (): boolean => {
    const [next] = unwritten;
    if (!next) return false;
    const [name, { key, data, asked }] = next;
    unwritten.delete(name);
    const isSecretHere = isSecret(key.call);
    const body = JSON.stringify(withoutSecrets(data, isSecretHere) ?? null);
    const size = body.length + key.input.length;
    if (size > limitBytes / 4) return true;
    database.use((prepared) => {
      const scope = makeScope(prepared, key);
      const before = prepared.before.get(body, scope, key.call, key.input);
      if (before?.['same'] === 1 && before['searchable'] === 1) {
        const id = Number(before['id']);
        transaction(prepared.db, () => {
          prepared.confirm.run(asked, now(), id);
          prepared.index.confirm(id, asked);
        });
        return;
      }
      const kept = prepared.write.get(scope, key.call, key.input, asked, now(), size, isList(key.call) ? 0 : 1, body);
      if (!kept) return;
      bytes += size - Number(before?.['bytes'] ?? 0);
      if (isList(key.call)) waiting.set(Number(kept['id']), { scope, call: key.call, rows: rowsOf(data, isSecretHere), done: 0, asked });
      if (bytes > limitBytes) evict(prepared);
    });
    return true;
  };
  const writeAll = () => {
    while (unwritten.size > 0) attempt(writeNext);
  };
  const work = () => {
    turn = null;
    attempt(() => {
      if (writeNext() || database.use(indexSlice)) schedule();
    });
  };
  const schedule = () => {
    turn ??= setImmediate(work);
    turn.unref();
  };

  /** A cache that cannot be used costs the app nothing but the cache; the database remembers what went wrong. */
  const attempt = (work: () => unknown) => {
    try {
      work();
    } catch {
      waiting.clear();
    }
  };

  const evict = (prepared: Prepared) => {
    for (const [id, at] of used) prepared.touch.run(at, id);
    used.clear();
    while (bytes > limitBytes * keepPart) {
      const oldest = prepared.oldest.get();
      if (!oldest) break;
      drop(prepared, Number(oldest['id']));
      bytes -= Number(oldest['bytes']);
    }
    prepared.db.exec('PRAGMA incremental_vacuum');
  };
  const drop = (prepared: Prepared, id: number) => {
    waiting.delete(id);
    prepared.index.dropAnswer(id);
    const gone = prepared.remove.get(id);
    if (gone) prepared.unsearchable.run(Number(gone['scope']), groupOf(String(gone['call'])));
  };

  const settle = () => {
    if (turn) clearImmediate(turn);
    turn = null;
    writeAll();
    attempt(() => {
      while (database.use(indexSlice));
    });
  };

  const empty = (where: (prepared: Prepared) => number[], keepsPins = false) => {
    writeAll(); // so that nothing of it is still on its way
    database.use((prepared) => {
      const scopes = where(prepared);
      waiting.clear();
      used.clear();
      transaction(prepared.db, () => {
        for (const scope of scopes) {
          prepared.index.dropScope(scope);
          if (keepsPins) prepared.removeUnpinnedIn.run(scope);
          else {
            prepared.removeIn.run(scope);
            prepared.removePinsIn.run(scope);
          }
          prepared.removeEmptyScope.run(scope);
        }
      });
      prepared.scopeIds.clear();
      bytes = Number(prepared.total.get()!['bytes']);
      // What was deleted must also leave the file.
      prepared.index.compact();
      prepared.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    });
  };

  return {
    tick: () => (last = Math.max(last + 1, now())),

    read(key) {
      if (unwritten.has(nameOf(key))) writeAll();
      let answer: KeptAnswer | null = null;
      attempt(() => {
        answer = database.use((prepared) => {
          const found = prepared.read.get(findScope(prepared, key) ?? null, key.call, key.input);
          if (!found) return null;
          const id = Number(found['id']);
          used.set(id, now());
          if (found['whole'] === 1) return keptAnswer(String(found['body']), new Date(Number(found['asked'])).toISOString());
          drop(prepared, id); // damaged inside: as if it had never been kept
          return null;
        });
      });
      return answer;
    },

    write(key, data, asked) {
      const name = nameOf(key);
      if ((unwritten.get(name)?.asked ?? 0) > asked) return;
      unwritten.set(name, { key, data, asked });
      schedule();
    },

    kept({ profile, user }, { call, tenant, limit }) {
      let inputs: Record<string, unknown>[] = [];
      attempt(() => {
        inputs = database.use((prepared) => prepared.kept.all(profile, user, tenant, call, limit)).map(({ environment, input }) => {
          const fields = JSON.parse(String(input)) as Record<string, unknown>;
          if (tenant !== '') fields['tenant_id'] = tenant;
          if (environment !== '') fields['environment_id'] = environment;
          return fields;
        });
      });
      return inputs;
    },

    search: (owner, { text, tenant, environment, group, limit }) =>
      database.use((prepared) => {
        const scopes = prepared.scopesOf.all(owner.profile, owner.user, tenant, environment ?? null).map(({ id }) => Number(id));
        return prepared.index.search(scopes, text, limit, group);
      }),

    undescribed(place, group, rows) {
      if (unwritten.size > 0 || waiting.size > 0) return null;
      let ids: string[] = [];
      attempt(() => {
        ids = database.use((prepared) => {
          const scope = findScope(prepared, place);
          return scope === undefined ? [] : prepared.index.undescribed(scope, group, rows);
        });
      });
      return ids;
    },

    describe(place, group, rows) {
      attempt(() => {
        database.use((prepared) => {
          const scope = findScope(prepared, place);
          if (scope !== undefined) transaction(prepared.db, () => prepared.index.describe(scope, group, rows));
        });
      });
    },

    forgetRow(key, row) {
      attempt(() => {
        database.use((prepared) => {
          const scope = findScope(prepared, key);
          if (scope === undefined) return;
          prepared.index.dropRow(scope, groupOf(key.call), row);
          prepared.unsearchable.run(scope, groupOf(key.call));
        });
      });
    },

    wipe: (profile, user) => empty((prepared) => prepared.scopesOfUser.all(profile, user).map(({ id }) => Number(id))),
    clear: () => empty((prepared) => prepared.allScopes.all().map(({ id }) => Number(id)), true),
    stats() {
      const { answers, pinned } = database.use((prepared) => prepared.total.get()!);
      return { bytes, limit_bytes: limitBytes, pinned_bytes: Number(pinned), answers: Number(answers), problem: database.problem() };
    },
    setLimit(next) {
      limitBytes = next;
      writeAll();
      if (bytes > limitBytes) attempt(() => database.use(evict));
    },
    pins: cachePins({
      use: (work) => {
        writeAll();
        return database.use((prepared) => work(prepared.db, { find: (place) => findScope(prepared, place), make: (place) => makeScope(prepared, place) }));
      },
      room: () => limitBytes * keepPart,
      now,
    }),
    settle,
    close() {
      settle();
      attempt(() => {
        database.use((prepared) => {
          for (const [id, at] of used) prepared.touch.run(at, id);
        });
      });
      database.close();
    },
  };
}

function keptAnswer(json: string, as_of: string): KeptAnswer {
  const data = parsedLater(json);
  return {
    json,
    get data() {
      return data();
    },
    as_of,
  };
}

const nameOf = (key: CacheKey) => JSON.stringify([key.profile, key.user, key.tenant, key.environment, key.call, key.input]);
const groupOf = (call: string) => call.slice(0, call.indexOf('.'));

