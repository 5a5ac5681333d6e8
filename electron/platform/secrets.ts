import type { DatabaseSync } from 'node:sqlite';
import { isSecretMark, metaOf, type SecretMark } from '../../shared/contract/fields.ts';
import type { Shape } from '../../shared/contract/define.ts';
import { AppError } from '../../shared/errors.ts';
import { secretStep } from '../../shared/rules/secret-path.ts';
import { statements } from './database.ts';
import type { Vault } from '../storage/vault.ts';
import type { Migration } from './domain.ts';
import type { Fields } from './rows.ts';
import { isPublicName, looksSecret } from '../execution/compose/secret-names.ts';
import { sealParts } from './sealed-parts.ts';

/**
 * Secret values never stand in a row: they are sealed in a table of their own, by their path, and the row holds the
 * mark in their place. So a read cannot leak one, and writing the mark back leaves it as it is.
 */
export const secretMigrations: readonly Migration[] = [
  {
    id: 'secrets-1',
    sql: `CREATE TABLE secrets (
      kind TEXT NOT NULL, id TEXT NOT NULL, path TEXT NOT NULL, sealed TEXT NOT NULL,
      PRIMARY KEY (kind, id, path)
    ) STRICT, WITHOUT ROWID`,
  },
];

const mark: SecretMark = { $secret: true };

/** Objects of credentials whatever the kind: in them every string is secret unless its name is public. */
const credentialNames: ReadonlySet<string> = new Set(['auth', 'auth_config', 'auth_data', 'authentication', 'credentials']);
/** Objects of settings: in them a string is secret only if its name says so. */
const settingNames: ReadonlySet<string> = new Set(['config', 'additional_config', 'custom_values', 'dag_config', 'default_args', 'network']);

/** Values by name for `{{name}}`: in them a value is secret that says so, as in `{name: {value, secret: true}}`. */
const variablesName = 'variables';

type Rule = 'credentials' | 'settings' | 'variables' | undefined;
const isSecretName = (name: string, rule: Rule) => (rule === 'credentials' ? !isPublicName(name) : looksSecret(name));
const isSecretString = (name: string, value: unknown, rule: Rule) => typeof value === 'string' && value !== '' && isSecretName(name, rule);

/** The rule for what stands under a name; `config` of what has an `auth_type` holds credentials, too. */
function ruleOf(name: string, shape: Shape, outer: Rule): Rule {
  if (name === variablesName && outer === undefined) return 'variables';
  if (credentialNames.has(name) || (name === 'config' && 'auth_type' in shape)) return 'credentials';
  return settingNames.has(name) ? 'settings' : outer;
}

export interface Secrets {
  /** Seals the secrets among `fields`, and returns the fields with marks. What is gone from them is forgotten. */
  keep(kind: string, id: string, shape: Shape, fields: Fields): Fields;
  /** Puts the clear values back in the place of the marks; for the platform's own use, never for an answer. */
  reveal(kind: string, id: string, fields: Fields): Fields;
  /** One clear value by its path, such as `/credentials/token`. Throws `not_found`. */
  one(kind: string, id: string, path: string): string;
  forget(kind: string, id: string): void;
}

export function createSecrets(db: DatabaseSync, vault: Vault): Secrets {
  const sql = statements(db);
  const sealedOf = (kind: string, id: string) =>
    new Map(sql('SELECT path, sealed FROM secrets WHERE kind = ? AND id = ?').all(kind, id).map((row) => [row['path'] as string, row['sealed'] as string]));

  return {
    keep(kind, id, shape, fields) {
      const known = sealedOf(kind, id);
      const kept = new Set<string>();
      const put = (path: string, clear: string) => {
        sql('INSERT INTO secrets VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed').run(kind, id, path, vault.seal(clear));
        kept.add(path);
        return mark;
      };
      const marked = eachSecret(shape, fields, (path, value) => {
        if (typeof value === 'string' && value !== '') return put(path, value);
        if (!isSecretMark(value)) return value;
        if (!known.has(path)) return null; // A mark copied from elsewhere stands for nothing here.
        kept.add(path);
        return mark;
      });
      for (const path of known.keys()) if (!kept.has(path)) sql('DELETE FROM secrets WHERE kind = ? AND id = ? AND path = ?').run(kind, id, path);
      return marked;
    },

    reveal(kind, id, fields) {
      const known = sealedOf(kind, id);
      if (known.size === 0) return fields;
      return replaceMarks(fields, '', (path) => {
        const sealed = known.get(path);
        return sealed === undefined ? null : vault.open(sealed);
      }) as Fields;
    },

    one(kind, id, path) {
      const sealed = sql('SELECT sealed FROM secrets WHERE kind = ? AND id = ? AND path = ?').get(kind, id, path)?.['sealed'];
      if (typeof sealed !== 'string') throw new AppError('not_found', `Not found: secret ${path}`);
      return vault.open(sealed);
    },

    forget(kind, id) {
      sql('DELETE FROM secrets WHERE kind = ? AND id = ?').run(kind, id);
    },
  };
}

/** Could rows of this shape hold secrets at all? */
export const mayHoldSecrets = (shape: Shape): boolean =>
  Object.entries(shape).some(([name, schema]) => metaOf(schema)?.widget === 'secret' || ruleOf(name, shape, undefined) !== undefined);

export type Visit = (path: string, value: unknown) => unknown;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const step = (path: string, name: string | number) => secretStep(path, name, undefined);

/** A copy of `fields` in which each secret value went through `visit`; paths are JSON pointers (RFC 6901). */
function eachSecret(shape: Shape, fields: Fields, visit: Visit): Fields {
  const copy: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const schema = shape[name];
    const path = step('', name);
    const rule = ruleOf(name, shape, undefined);
    const seals = schema && metaOf(schema)?.seals;
    if (seals) copy[name] = sealParts(seals, parsed(value), path, visit);
    else if (isSecretMark(value) || (schema && metaOf(schema)?.widget === 'secret')) copy[name] = visit(path, value);
    else if (rule === 'variables') copy[name] = variablesIn(parsed(value), path, visit);
    else copy[name] = rule === undefined ? value : inside(parsed(value), path, rule, visit);
  }
  return copy;
}

function variablesIn(variables: unknown, path: string, visit: Visit): unknown {
  if (!isObject(variables)) return variables;
  return Object.fromEntries(
    Object.entries(variables).map(([name, one]) => {
      if (!isObject(one) || !(one['secret'] === true || isSecretMark(one['value']))) return [name, one];
      const { value } = one as { value: unknown };
      return [name, { ...one, value: visit(step(step(path, name), 'value'), typeof value === 'number' ? String(value) : value) }];
    }),
  );
}

function inside(value: unknown, path: string, rule: Rule, visit: Visit): unknown {
  if (Array.isArray(value)) return value.map((item, index) => inside(item, step(path, index), rule, visit));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const at = step(path, name);
      if (isSecretMark(inner) || isSecretString(name, inner, rule)) return [name, visit(at, inner)];
      // What a public name holds, such as the claims of a JWT, is public with all that is in it.
      return [name, rule === 'credentials' && isObject(inner) && isPublicName(name) ? inner : inside(inner, at, ruleOf(name, {}, rule), visit)];
    }),
  );
}

/** Some clients send these objects as JSON texts; they are stored as objects, or their secrets would pass unseen. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function replaceMarks(value: unknown, path: string, clear: (path: string) => unknown): unknown {
  if (isSecretMark(value)) return clear(path);
  if (Array.isArray(value)) return value.map((item, index) => replaceMarks(item, secretStep(path, index, item), clear));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceMarks(inner, step(path, name), clear)]));
}
