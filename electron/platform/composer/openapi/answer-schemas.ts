import { AppError } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import { workerUrl } from '../../expressions/worker-url.ts';
import type { Endpoint } from '../kinds.ts';
import { readInThread } from '../read-in-thread.ts';
import { createDocuments } from './documents.ts';
import { schemaFor, type ResponseSchemas } from './response-schemas.ts';
import type { SchemasWanted } from './response-schemas-worker.ts';
import type { Tree } from './tree.ts';

/** What the documents from which APIs were imported say of the answers of their endpoints. */
export interface AnswerSchemas {
  /** Of an endpoint, as an exported suite takes it along; undefined where no document describes it. */
  of(endpoint: Endpoint): Promise<ResponseSchemas | undefined>;
  /** What the body of one answer is to match. Throws `rejected` where the document does not say. */
  find(endpoint: Endpoint, answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> }): Promise<Tree>;
}

/** Characters of schemas that are held, so that a document is not read anew for each answer. */
const mostHeld = 16_000_000;

const made = new WeakMap<Core, AnswerSchemas>();

export function answerSchemasOf(core: Core): AnswerSchemas {
  const known = made.get(core);
  if (known) return known;
  const schemas = createAnswerSchemas(core);
  made.set(core, schemas);
  return schemas;
}

function createAnswerSchemas(core: Core): AnswerSchemas {
  const documents = createDocuments(core);
  const held = new Map<string, Promise<ResponseSchemas | undefined>>();
  const lengths = new Map<string, number>();

  function forget(key: string): void {
    held.delete(key);
    lengths.delete(key);
  }

  async function read(wanted: SchemasWanted, key: string): Promise<ResponseSchemas | undefined> {
    try {
      const found = (await readInThread<ResponseSchemas | null>(workerUrl(import.meta.url, 'response-schemas-worker'), wanted, new AbortController().signal)) ?? undefined;
      lengths.set(key, JSON.stringify(found ?? null).length);
      let together = [...lengths.values()].reduce((sum, length) => sum + length, 0);
      for (const [oldest, length] of lengths) {
        if (together <= mostHeld || oldest === key) break;
        forget(oldest);
        together -= length;
      }
      return found;
    } catch (thrown) {
      forget(key);
      throw thrown;
    }
  }

  const schemas: AnswerSchemas = {
    async of(endpoint) {
      const { api_id, operation_key, response_schemas: own } = endpoint as Endpoint & { readonly operation_key?: unknown; readonly response_schemas?: ResponseSchemas | null };
      if (own) return own;
      const kept = typeof operation_key === 'string' ? documents.find(api_id) : undefined;
      if (!kept || typeof operation_key !== 'string') return undefined;
      const key = JSON.stringify([api_id, kept.taken_at, operation_key]);
      let known = held.get(key);
      if (!known) held.set(key, (known = read({ document: kept.document, operation_key }, key)));
      return known;
    },
    async find(endpoint, { status, headers }) {
      const found = await schemas.of(endpoint);
      if (!found) throw new AppError('rejected', 'No document describes this endpoint. Give the test a schema of its own, or import the API from its OpenAPI document.');
      const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
      const schema = schemaFor(found, status, type);
      if (schema) return schema;
      throw new AppError('rejected', `The document has no schema for an answer with status ${status}${type === '' ? '' : ` as ${type}`}. It describes ${describedIn(found)}.`);
    },
  };
  return schemas;
}

function describedIn({ responses }: ResponseSchemas): string {
  const all = Object.entries(responses).map(([status, types]) => (Object.keys(types).length === 0 ? status : `${status} (${Object.keys(types).join(', ')})`));
  return all.length === 0 ? 'none' : all.join(', ').slice(0, 500);
}
