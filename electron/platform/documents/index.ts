import type { CoreModule } from '../core.ts';
import { pageOf } from '../kinds.ts';
import { createSearch, searchMigrations, type SearchInput } from './search.ts';

/** The table of vector documents, the collections that they make up, and the search of what is stored of them [C-179…C-184][C-188]. */
export const documentsDomain: CoreModule = {
  migrations: searchMigrations,
  create({ db, kinds }) {
    const docs = kinds.of('vectorDocs');
    const search = createSearch(db);
    return {
      handlers: {
        'vectorverse.search': (input, { caller }) => search(input as unknown as SearchInput, caller),
        /** All of the tenant's, whatever environment the caller works in. */
        'vectorDocs.list': (query, { caller }) => docs.list(query, { ...caller, environment_id: '' }),
        'vectorCollections.list': (_input, { caller }) => {
          const counts = new Map<string, number>();
          for (const { collection_name } of docs.all({}, caller) as { collection_name?: unknown }[]) {
            if (typeof collection_name !== 'string' || collection_name === '') continue;
            counts.set(collection_name, (counts.get(collection_name) ?? 0) + 1);
          }
          return pageOf([...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, document_count]) => ({ id: name, name, document_count, metadata: {} })));
        },
      },
    };
  },
};
