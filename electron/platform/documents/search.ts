import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { statements } from '../database.ts';
import type { Caller, Migration } from '../domain.ts';

/**
 * The search of documents by the words in what is stored of them: names, collections, descriptions, metadata and content.
 * There is no model on this computer that would know what they mean, and none is pretended: scores are BM25's, which tell
 * the order of one search and nothing beyond it.
 */

const columns = ['name', 'collection_name', 'description', 'content', 'metadata'] as const;
/** A word in a name says more than one in a text. */
const weights = '8.0, 4.0, 2.0, 1.0, 1.0';
const valuesOf = (row: string) => columns.map((name) => `coalesce(${row}.data ->> '$.${name}', '')`).join(', ');

export const searchMigrations: readonly Migration[] = [
  {
    id: 'document-search-1',
    sql: `
      CREATE VIRTUAL TABLE document_words USING fts5(${columns.join(', ')}, tokenize = 'unicode61 remove_diacritics 2');
      INSERT INTO document_words (rowid, ${columns.join(', ')}) SELECT r.seq, ${valuesOf('r')} FROM rows r WHERE r.kind = 'vectorDocs';
      CREATE TRIGGER document_words_added AFTER INSERT ON rows WHEN new.kind = 'vectorDocs' BEGIN
        INSERT INTO document_words (rowid, ${columns.join(', ')}) VALUES (new.seq, ${valuesOf('new')});
      END;
      CREATE TRIGGER document_words_changed AFTER UPDATE OF data ON rows WHEN new.kind = 'vectorDocs' BEGIN
        DELETE FROM document_words WHERE rowid = old.seq;
        INSERT INTO document_words (rowid, ${columns.join(', ')}) VALUES (new.seq, ${valuesOf('new')});
      END;
      CREATE TRIGGER document_words_gone AFTER DELETE ON rows WHEN old.kind = 'vectorDocs' BEGIN
        DELETE FROM document_words WHERE rowid = old.seq;
      END;
    `,
  },
];

export interface SearchInput {
  readonly searchText: string;
  readonly collectionName?: string | undefined;
  readonly collectionNames?: readonly string[] | undefined;
  readonly document_ids?: readonly string[] | undefined;
  readonly maxResults: number;
  readonly embedding_model?: string | undefined;
  readonly summary_model?: string | undefined;
  readonly confidence_score?: number | undefined;
}

/** Each word as a text of its own, so that none is read as an operator; any of them may be found. */
const queryOf = (text: string): string | undefined => {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 64);
  return words?.map((word) => `"${word}"`).join(' OR ');
};

const ofModels = ['embedding_model', 'summary_model', 'confidence_score'] as const;

const search_type = 'full_text';
const matching = `FROM document_words JOIN rows r ON r.seq = document_words.rowid
  WHERE document_words MATCH :query AND r.kind = 'vectorDocs' AND r.tenant_id = :tenant_id AND (:environment_id = '' OR r.environment_id IN ('', :environment_id))
    AND (:collections IS NULL OR r.data ->> '$.collection_name' IN (SELECT value FROM json_each(:collections)))
    AND (:ids IS NULL OR r.id IN (SELECT value FROM json_each(:ids)))`;

export function createSearch(db: DatabaseSync) {
  const sql = statements(db);

  /** The best first. Throws `invalid_input` for what only a search by meaning can heed. */
  return ({ searchText, collectionName, collectionNames, document_ids, maxResults, ...models }: SearchInput, { tenant_id, environment_id }: Caller) => {
    const unknown = ofModels.find((name) => models[name] !== undefined);
    if (unknown) throw new AppError('invalid_input', `${unknown} is only known to a search by meaning; the platform on this computer searches by words. Leave it out.`, { problems: [{ path: [unknown], message: 'Leave it out' }] });
    const query = queryOf(searchText);
    const collections = collectionName ? [collectionName] : collectionNames;
    if (query === undefined) return { results: [], total: 0, search_type };
    const values = {
      query, tenant_id, environment_id,
      collections: collections?.length ? JSON.stringify(collections) : null, ids: document_ids?.length ? JSON.stringify(document_ids) : null,
    };
    const found = sql(`SELECT r.id, r.data, bm25(document_words, ${weights}) AS rank, snippet(document_words, -1, '', '', '…', 32) AS snippet ${matching} ORDER BY rank, r.seq LIMIT :limit`).all({ ...values, limit: maxResults });
    const { total } = sql(`SELECT count(*) AS total ${matching}`).get(values) as { total: number };
    const results = found.map(({ id, data, rank, snippet }) => {
      const { name, collection_name, file_type, metadata } = JSON.parse(data as string) as Record<string, unknown>;
      return { documentId: id, filename: name, collectionName: collection_name ?? null, file_type: file_type ?? null, metadata: metadata ?? null, text: snippet, score: -(rank as number) };
    });
    return { results, total, search_type };
  };
}
