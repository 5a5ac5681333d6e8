import { recipeShelf } from '../../../shared/contract/recipe-shelf.ts';
import { nodeText } from '../../../shared/rules/node-text.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers, type Migration } from '../domain.ts';
import type { Fields, Row } from '../rows.ts';

/** What galleries of recipes ask for: rows without what is heavy in them, one image, and the texts inside of nodes. */

/** What a list of recipes leaves out unless it is asked for by name: a thousand of them with it would be a thousand graphs and images. */
const heavy = ['nodes', 'edges', 'flowpath', 'default_args', 'recipe_image'] as const;

const card = (row: string) => `json_set(
  json_remove(${row}.data, ${heavy.map((name) => `'$.${name}'`).join(', ')}),
  '$.node_count', CASE json_type(${row}.data, '$.nodes') WHEN 'array' THEN json_array_length(${row}.data, '$.nodes')
    WHEN 'object' THEN (SELECT count(*) FROM json_each(${row}.data, '$.nodes')) ELSE 0 END,
  '$.has_image', json(iif(length(${row}.data ->> '$.recipe_image') > 0, 'true', 'false')))`;

/** A card is written with its row, so that a list reads no graph to leave it out. */
export const shelfMigrations: readonly Migration[] = [
  {
    id: 'recipe-cards-1',
    sql: `
      CREATE TABLE recipe_cards (id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, seq INTEGER NOT NULL, card TEXT NOT NULL) STRICT;
      CREATE INDEX recipe_cards_by_tenant ON recipe_cards (tenant_id, seq);
      INSERT INTO recipe_cards SELECT id, tenant_id, seq, ${card('rows')} FROM rows WHERE kind = 'workflowRecipes';
      CREATE TRIGGER recipe_card_added AFTER INSERT ON rows WHEN new.kind = 'workflowRecipes' BEGIN
        INSERT INTO recipe_cards VALUES (new.id, new.tenant_id, new.seq, ${card('new')});
      END;
      CREATE TRIGGER recipe_card_changed AFTER UPDATE OF data ON rows WHEN new.kind = 'workflowRecipes' BEGIN
        UPDATE recipe_cards SET card = ${card('new')} WHERE id = new.id;
      END;
      CREATE TRIGGER recipe_card_removed AFTER DELETE ON rows WHEN old.kind = 'workflowRecipes' BEGIN
        DELETE FROM recipe_cards WHERE id = old.id;
      END;`,
  },
];

/** What a question may say without asking for rows by what is in them. */
const plain = new Set(['tenant_id', 'environment_id', 'fields', 'otherParam', 'page', 'limit']);

/** The cards of a tenant, in the order of their creation, where the question can be answered by them; undefined where it wants more. */
export function cardsFor({ db }: Core, { fields, ...query }: Fields, caller: Caller): Row[] | undefined {
  if (!Array.isArray(fields) || fields.length === 0 || fields.some((name) => (heavy as readonly unknown[]).includes(name))) return undefined;
  if (Object.entries(query).some(([name, value]) => !plain.has(name) && value !== undefined && value !== '') || query['limit'] !== undefined) return undefined;
  const { json } = statements(db)("SELECT '[' || coalesce(group_concat(card, ','), '') || ']' AS json FROM (SELECT card FROM recipe_cards WHERE tenant_id = ? ORDER BY seq)").get(caller.tenant_id)!;
  return JSON.parse(json as string) as Row[];
}

export function shelfHandlers({ db, kinds }: Core): Handlers {
  const sql = statements(db);
  return implement('recipeShelf', recipeShelf, {
    image({ id }, { caller }) {
      const image = kinds.of('workflowRecipes').find(id, caller)['recipe_image'];
      return { image: typeof image === 'string' && image !== '' ? image : null };
    },
    texts({ ids }, { caller }) {
      const found = sql(`SELECT id, data -> '$.nodes' AS nodes FROM rows WHERE kind = 'workflowRecipes' AND tenant_id = ? AND id IN (SELECT value FROM json_each(?))`)
        .all(caller.tenant_id, JSON.stringify(ids));
      const rows = found.map(({ id, nodes }) => ({ id: id as string, text: nodeText(parsed(nodes)) }));
      return { rows, total: rows.length };
    },
  });
}

/** JSON of nodes, which may be a text that holds JSON again. */
const parsed = (nodes: unknown): unknown => (typeof nodes === 'string' ? (JSON.parse(nodes) as unknown) : undefined);
