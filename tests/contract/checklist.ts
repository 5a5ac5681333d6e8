import type { Call, Method } from '../../shared/contract/define.ts';
import * as contract from '../../shared/contract/all.ts';
import { callsOf } from '../../shared/rpc.ts';
import { ambiguities } from './checklist/ambiguities.ts';
import { calls } from './checklist/calls.ts';
import { entities } from './checklist/entities.ts';
import { fields } from './checklist/fields.ts';
import { impliedCalls } from './checklist/implied-calls.ts';
import { rules } from './checklist/rules.ts';
import { states } from './checklist/states.ts';
import { errorTexts, validationTexts } from './checklist/texts.ts';

/**
 * Everything that the platform's description asks for, as numbered rows; titles of tests name the rows that they prove.
 * C calls, I implied calls, N things, S states, R validation, E failures, Q shapes, K constants, X execution,
 * P permissions, A ambiguities; F, in titles, is a row of the table of faults.
 */
export const checklist = { calls, impliedCalls, fields, entities, states, rules, validationTexts, errorTexts, ambiguities };

const many = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

/** Each call that a row asks for: `[row, "METHOD path selector=value"]`. */
export const askedCalls: readonly (readonly [row: string, call: string])[] = [...Object.entries(calls), ...Object.entries(impliedCalls)].flatMap(
  ([row, asked]) => many(asked).map((call) => [row, call] as const),
);

/** Platform calls of the contract by name. */
export const platformCalls: readonly (readonly [name: string, call: Call])[] = [...callsOf(contract)].flatMap(([name, call]) =>
  call.kind === 'call' ? [[name, call] as const] : [],
);

/** Names of path variables do not matter: two paths that differ in them alone are one. */
const anonymous = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** `METHOD path selector=value`, once for each way in which a call may be asked. */
export function waysOf({ request, also }: Call): string[] {
  const selectors = Object.entries(request.constants ?? {}).map(([name, value]) => `${name}=${String(value)}`).toSorted();
  return [...new Set<Method>([request.method, ...(also?.methods ?? [])])].flatMap((method) =>
    [request.path, ...(also?.paths ?? [])].map((path) => [method, anonymous(path), ...selectors].join(' ')),
  );
}

/** The same for a row. */
export function wayOf(asked: string): string {
  const [method = '', path = '', ...selectors] = asked.split(' ');
  return [method, anonymous(path), ...selectors.toSorted()].join(' ');
}

/** The calls that the embedded platform must answer, by name: all but the ones that say why not. Streams of it too. */
export const expectedHandlers = (): string[] =>
  [...callsOf(contract)].flatMap(([name, call]) => {
    if (call.kind === 'call') return call.remoteOnly === undefined ? [name] : [];
    return call.kind === 'stream' && call.request ? [name] : [];
  });
