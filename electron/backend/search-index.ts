import type { DatabaseSync } from 'node:sqlite';
import { nodeText } from '../../shared/rules/node-text.ts';
import type { IsSecret } from './redact.ts';

/** Full-text search over the rows of cached lists: by the beginnings of words, names before texts. */
export interface SearchIndex {
  put(from: { answer: number; scope: number; group: string; asked: number }, rows: readonly IndexedRow[]): void;
  /** Takes out what stood in an answer before and is not in it any more; how many rows these were. */
  dropOlder(answer: number, asked: number): number;
  /** The rows of an answer were answered again as they are. */
  confirm(answer: number, asked: number): void;
  dropAnswer(answer: number): void;
  dropRow(scope: number, group: string, row: string): void;
  dropScope(scope: number): void;
  compact(): void;
  /** Which of these rows stand in the index without their inner text as of `stamp`. */
  undescribed(scope: number, group: string, rows: readonly { id: string; stamp: string }[]): string[];
  describe(scope: number, group: string, rows: readonly { id: string; stamp: string; text: string }[]): void;
  /** Best first; of one group of the contract, if one is named. */
  search(scopes: readonly number[], text: string, limit: number, group?: string): Hit[];
}

export interface IndexedRow {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What stands inside of it, such as the texts of a recipe's nodes; undefined where the list does not say. */
  readonly inner?: string | undefined;
}

export interface Hit {
  readonly group: string;
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly as_of: string;
}

/** `place` is the scope and the group as words, so that the index itself never leaves a tenant. */
export const indexSchema = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY, answer INTEGER NOT NULL, scope INTEGER NOT NULL, grp TEXT NOT NULL, row TEXT NOT NULL, asked INTEGER NOT NULL,
    place TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, inner TEXT NOT NULL DEFAULT '', described TEXT, UNIQUE (scope, grp, row)
  );
  CREATE INDEX documents_by_answer ON documents (answer, asked);
  CREATE VIRTUAL TABLE words USING fts5 (
    place, title, text, inner, content = 'documents', content_rowid = 'id', prefix = '1 2 3', detail = 'column', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO words (rowid, place, title, text, inner) VALUES (new.id, new.place, new.title, new.text, new.inner);
  END;
  CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO words (words, rowid, place, title, text, inner) VALUES ('delete', old.id, old.place, old.title, old.text, old.inner);
  END;
  CREATE TRIGGER documents_changed AFTER UPDATE OF title, text, inner ON documents
  WHEN old.title IS NOT new.title OR old.text IS NOT new.text OR old.inner IS NOT new.inner BEGIN
    INSERT INTO words (words, rowid, place, title, text, inner) VALUES ('delete', old.id, old.place, old.title, old.text, old.inner);
    INSERT INTO words (rowid, place, title, text, inner) VALUES (new.id, new.place, new.title, new.text, new.inner);
  END`;

/** Candidates that are ranked; a word that stands in more rows than that is too common to be worth more. */
const candidates = 200;
const textLength = 2000;
const innerLength = 8000;

export function searchIndex(db: DatabaseSync): SearchIndex {
  const put = db.prepare(`
    INSERT INTO documents (answer, scope, grp, row, asked, place, title, text, inner) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(?9, ''))
    ON CONFLICT (scope, grp, row) DO UPDATE SET answer = excluded.answer, asked = excluded.asked, title = excluded.title, text = excluded.text,
      inner = coalesce(?9, documents.inner)
    WHERE excluded.asked >= documents.asked`);
  const described = db.prepare('SELECT described FROM documents WHERE scope = ? AND grp = ? AND row = ?');
  const describe = db.prepare('UPDATE documents SET inner = ?, described = ? WHERE scope = ? AND grp = ? AND row = ?');
  const dropOlder = db.prepare('DELETE FROM documents WHERE answer = ? AND asked < ?');
  const confirm = db.prepare('UPDATE documents SET asked = ?2 WHERE answer = ?1 AND asked < ?2');
  const dropAnswer = db.prepare('DELETE FROM documents WHERE answer = ?');
  const dropRow = db.prepare('DELETE FROM documents WHERE scope = ? AND grp = ? AND row = ?');
  const dropScope = db.prepare('DELETE FROM documents WHERE scope = ?');
  const find = db.prepare(`
    SELECT documents.id, scope, documents.title FROM words JOIN documents ON documents.id = words.rowid
    WHERE words MATCH ? ORDER BY words.rowid DESC LIMIT ${candidates}`);
  const load = db.prepare('SELECT grp, row, asked, title, text, inner FROM documents WHERE id = ?');

  return {
    put({ answer, scope, group, asked }, rows) {
      for (const { id, title, text, inner } of rows) put.run(answer, scope, group, id, asked, `s${scope} ${groupWord(group)}`, title, text, inner ?? null);
    },
    dropOlder: (answer, asked) => Number(dropOlder.run(answer, asked).changes),
    confirm: (answer, asked) => void confirm.run(answer, asked),
    dropAnswer: (answer) => void dropAnswer.run(answer),
    dropRow: (scope, group, row) => void dropRow.run(scope, group, row),
    dropScope: (scope) => void dropScope.run(scope),
    compact: () => db.exec("INSERT INTO words (words) VALUES ('optimize')"),
    undescribed: (scope, group, rows) => rows.flatMap(({ id, stamp }) => {
      const known = described.get(scope, group, id);
      return known && known['described'] !== stamp ? [id] : [];
    }),
    describe(scope, group, rows) {
      for (const { id, stamp, text } of rows) describe.run(text.slice(0, innerLength), stamp, scope, group, id);
    },
    search(scopes, text, limit, group) {
      const terms = wordsOf(text);
      if (terms.length === 0 || scopes.length === 0) return [];
      const places = `place : ((${scopes.map((scope) => `s${scope}`).join(' OR ')})${group === undefined ? '' : ` AND ${groupWord(group)}`})`;
      const wanted = terms.map((term) => `"${term}" *`).join(' AND ');
      const matching = (columns: string) => find.all(`${places} AND ${columns} : (${wanted})`) as unknown as Found[];
      const anywhere = matching('{title text inner}');
      // Only of a common word there are more than are looked at: then names must not be missed for texts.
      const all = anywhere.length < candidates ? anywhere : [...new Map([...matching('title'), ...anywhere].map((found) => [found.id, found])).values()];
      const allowed = new Set(scopes);
      const first = new RegExp(terms.join('|'), 'iu'); // letters and digits alone
      return all
        .filter(({ scope }) => allowed.has(scope))
        .map(({ id, title }) => ({ id, length: title.length, rank: rankOf(title.toLowerCase(), text.trim().toLowerCase(), terms[0]!) }))
        .toSorted((a, b) => a.rank - b.rank || a.length - b.length)
        .slice(0, limit)
        .map(({ id }) => load.get(id) as unknown as Loaded)
        .map((loaded) => ({ group: loaded.grp, id: loaded.row, title: loaded.title, excerpt: excerptOf(loaded, first), as_of: new Date(loaded.asked).toISOString() }));
    },
  };
}

interface Found {
  readonly id: number;
  readonly scope: number;
  readonly title: string;
}
interface Loaded {
  readonly grp: string;
  readonly row: string;
  readonly asked: number;
  readonly title: string;
  readonly text: string;
  readonly inner: string;
}

/** The group of a row as a word of its place; what the caller names is never syntax. */
const groupWord = (group: string) => `g${group.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}`;

/** The name itself, its beginning, a word of it, anything else. */
function rankOf(title: string, text: string, term: string): number {
  if (title === text) return 0;
  if (title.startsWith(text)) return 1;
  if (title.includes(text)) return 2;
  return title.includes(term) ? 3 : 4;
}

/** The words of a query as the tokenizer splits them; everything else in it means nothing to the index. */
const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, 8);

/** The text around the first of the terms, in what a row says of itself or else in what stands inside of it. */
function excerptOf({ text, inner }: Pick<Loaded, 'text' | 'inner'>, first: RegExp): string {
  // A search, not a copy in lower case: there may be hundreds of rows of thousands of letters.
  let [found, at] = [text, text.search(first)];
  if (at < 0 && inner !== '') [found, at] = [inner, inner.search(first)];
  const from = at < 40 ? 0 : at - 30;
  const shown = at < 0 ? text : found;
  return `${from > 0 ? '…' : ''}${shown.slice(from, from + 120)}${shown.length > from + 120 ? '…' : ''}`;
}

const titles = ['name', 'snippet_name', 'title', 'display_name', 'dag_id', 'filename', 'email', 'label'];
const ids = ['id', 'documentId', 'dag_run_id', 'dag_id', 'node_id'];

/** By what a row is known, in an answer and in a call about it alike; undefined where it has no id. */
export function rowId(fields: Readonly<Record<string, unknown>>): string | undefined {
  const id = ids.map((name) => fields[name]).find((value) => typeof value === 'string' || typeof value === 'number');
  return id === undefined ? undefined : String(id);
}

/** The rows of a list's answer as they are searched: id, title, and their texts without secrets. */
export function rowsOf(data: unknown, isSecret: IsSecret): IndexedRow[] {
  return listIn(data).flatMap((row) => {
    if (typeof row !== 'object' || row === null) return [];
    const fields = row as Record<string, unknown>;
    const id = rowId(fields);
    if (id === undefined) return [];
    const title = titles.map((name) => fields[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? id;
    const texts = Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' && value !== title && !isSecret(name) ? [value.slice(0, 500)] : []));
    const inner = 'nodes' in fields ? nodeText(fields['nodes']).slice(0, innerLength) : undefined;
    return [{ id, title: title.slice(0, 300), text: texts.join(' · ').slice(0, textLength), inner }];
  });
}

/** A list is `{rows}`, an array, or the first array in an answer such as `{dags: […]}`. */
function listIn(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).find((value): value is unknown[] => Array.isArray(value)) ?? [];
}
