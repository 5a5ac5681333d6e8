import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createSearch, searchMigrations } from '../../../../electron/platform/documents/search.ts';
import { createRows, rowMigrations } from '../../../../electron/platform/rows.ts';

const here = { tenant_id: 't1', environment_id: 'e1' };
const caller = { ...here, user_id: 'ada', permissions: new Set(['*']) };

function documents() {
  const db = new DatabaseSync(':memory:');
  for (const { sql } of [...rowMigrations, ...searchMigrations]) db.exec(sql);
  const rows = createRows(db, () => 0);
  const search = createSearch(db);
  return {
    rows,
    add: (id: string, fields: object, place = here) => void rows.insert('vectorDocs', place, { id, name: id, ...fields }),
    find: (searchText: string, more: object = {}, as: object = {}) => search({ searchText, maxResults: 10, ...more }, { ...caller, ...as }),
    ids: (searchText: string, more: object = {}, as: object = {}) => search({ searchText, maxResults: 10, ...more }, { ...caller, ...as }).results.map(({ documentId }) => documentId),
  };
}

describe('the search of documents by words [C-188]', () => {
  it('finds what holds any of the words, whatever their case and accents, the best first, with where they stand', () => {
    const { add, find, ids } = documents();
    add('both', { collection_name: 'law', description: 'The Règlement about invoices, and how invoices are paid' });
    add('one', { description: 'A word about invoices' });
    add('none', { description: 'Something else' });
    expect(ids('reglement INVOICES')).toEqual(['both', 'one']);
    const { results, total, search_type } = find('invoices', { maxResults: 1 });
    expect({ total, search_type }).toEqual({ total: 2, search_type: 'full_text' });
    expect(results[0]!.text).toContain('invoices');
    expect(results[0]!.score).toBeGreaterThan(0);
    expect(ids('1.2', {})).toEqual([]);
    expect(find('?! "', {})).toEqual({ results: [], total: 0, search_type: 'full_text' });
    expect(ids('invoices NOT word*')).toContain('one');
  });

  it('follows what is added, changed and removed', () => {
    const { rows, add, ids } = documents();
    add('a', { metadata: { author: 'Lovelace' }, content: 'the analytical engine' });
    expect([ids('lovelace'), ids('engine')]).toEqual([['a'], ['a']]);
    rows.replace('vectorDocs', rows.find('vectorDocs', 'a')!, { name: 'renamed' });
    expect([ids('engine'), ids('renamed')]).toEqual([[], ['a']]);
    rows.remove('vectorDocs', 'a');
    expect(ids('renamed')).toEqual([]);
    rows.insert('agents', here, { id: 'x', name: 'renamed' });
    expect(ids('renamed')).toEqual([]);
  });

  it('keeps to the tenant, the environment, the collections and the documents that are asked for [F-24]', () => {
    const { add, ids } = documents();
    add('mine', { collection_name: 'a', description: 'word' });
    add('second', { collection_name: 'b', description: 'word' });
    add('whole', { description: 'word' }, { tenant_id: 't1', environment_id: '' });
    add('elsewhere', { description: 'word' }, { tenant_id: 't1', environment_id: 'e2' });
    add('foreign', { description: 'word' }, { tenant_id: 't2', environment_id: 'e1' });
    expect(new Set(ids('word'))).toEqual(new Set(['mine', 'second', 'whole']));
    expect(ids('word', { collectionName: 'a' })).toEqual(['mine']);
    expect(new Set(ids('word', { collectionNames: ['a', 'b'] }))).toEqual(new Set(['mine', 'second']));
    expect(ids('word', { document_ids: ['second', 'foreign'] })).toEqual(['second']);
    expect(ids('word', {}, { tenant_id: 't2' })).toEqual(['foreign']);
  });

  it.each(['embedding_model', 'summary_model', 'confidence_score'])('refuses %s, of which words know nothing', (name) => {
    expect(() => documents().find('word', { [name]: name === 'confidence_score' ? 0.5 : 'm' })).toThrow(`${name} is only known to a search by meaning`);
  });
});
