import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as contract from '../../shared/contract/all.ts';
import { metaOf } from '../../shared/contract/fields.ts';
import { pathVariables } from '../../shared/contract/request.ts';
import { callsOf } from '../../shared/rpc.ts';
import { needs } from '../../shared/rules/permissions.ts';
import { askedCalls, checklist, expectedHandlers, platformCalls, wayOf, waysOf } from './checklist.ts';

const all = [...callsOf(contract)];
const byWay = new Map(platformCalls.flatMap(([name, call]) => waysOf(call).map((way) => [way, name] as const)));
/** Calls that the backend composes are asked for by name. */
const ways = [...byWay.keys(), ...all.flatMap(([name, call]) => (call.kind === 'local' ? [`local ${name}`] : []))];
const fieldsOf = (input: z.ZodType) => Object.keys((input as z.ZodObject).shape);

describe('the checklist', () => {
  it('has all its rows', () => {
    expect(Object.keys(checklist.calls)).toHaveLength(195);
    expect(Object.keys(checklist.impliedCalls)).toHaveLength(14);
    expect(Object.keys(checklist.errorTexts)).toHaveLength(77);
    expect(Object.keys(checklist.validationTexts)).toHaveLength(22);
  });

  it.each(askedCalls)('%s is in the contract: %s', (_row, asked) => {
    expect(ways).toContain(wayOf(asked));
  });

  it.each(Object.entries(checklist.fields))('%s takes what its row names: %s', (row, names) => {
    const asked = askedCalls.find(([of]) => of === row)![1];
    const name = byWay.get(wayOf(asked))!;
    const call = platformCalls.find(([other]) => other === name)![1];
    const { names: wireNames = {}, scope } = call.request;
    const said = new Set<string>([...scope, ...pathVariables(call.request.path)]);
    const sent = fieldsOf(call.input).filter((field) => said.has(field) || !['tenant_id', 'environment_id'].includes(field));
    expect(sent.map((field) => wireNames[field] ?? field)).toEqual(expect.arrayContaining(names.split(' ')));
  });
});

describe('the contract', () => {
  it('has no two calls behind the same method, path and selector', () => {
    const asked = platformCalls.flatMap(([, call]) => waysOf(call));
    expect(asked.filter((way, index) => asked.indexOf(way) !== index)).toEqual([]);
  });

  it('tells calls behind one path apart by a field that each of them has', () => {
    const paths = Map.groupBy(platformCalls.flatMap(([name, call]) => waysOf({ ...call, request: { ...call.request, constants: {} } }).map((way) => ({ way, name, call }))), ({ way }) => way);
    const unclear = [...paths.values()].filter((calls) => calls.length > 1 && calls.some(({ call }) => Object.keys(call.request.constants ?? {}).length === 0));
    expect(unclear.map((calls) => calls.map(({ name }) => name))).toEqual([]);
  });

  it.each(all)('%s says what is shown when it fails', (_name, call) => {
    expect(call.fallback.trim()).not.toBe('');
  });

  it.each(platformCalls)('%s has its path variables in its input, and requires them', (_name, { request, input }) => {
    const { shape } = input as z.ZodObject;
    const bad = pathVariables(request.path).filter((name) => !shape[name] || shape[name].safeParse(undefined).success || shape[name].safeParse('').success);
    expect(bad).toEqual([]);
  });

  it('keeps only routers for remote platforms, each with a reason', () => {
    const remote = platformCalls.filter(([, call]) => call.remoteOnly !== undefined);
    const isRouted = (path: string) => path.startsWith('/api/router/') || path === '/api/workflow/node/preview';
    expect(remote.filter(([, { request }]) => !isRouted(request.path)).map(([name]) => name)).toEqual([]);
    expect(remote.filter(([, { remoteOnly }]) => remoteOnly!.length < 20).map(([name]) => name)).toEqual([]);
    process.stdout.write(`${platformCalls.length} platform calls, of which ${remote.length} are for remote platforms only; the embedded one answers ${expectedHandlers().length}\n`);
  });

  it('caches reads only', () => {
    const writes = /^(create|update|remove|add|trigger|pause|unpause|save|store|execute|clone|enable|disable|test|cancel|refresh|initiate|deploy|sync)/;
    const wrong = platformCalls.filter(([name, call]) => call.offline === 'cached' && call.request.method !== 'GET' && writes.test(name.split('.')[1]!));
    expect(wrong.map(([name]) => name)).toEqual([]);
    expect(platformCalls.filter(([, call]) => call.offline === 'cached' && call.request.method !== 'GET' && call.request.method !== 'POST')).toEqual([]);
  });

  it('asks no more than read for any call that may be cached', () => {
    const wrong = platformCalls.filter(([name, call]) => call.offline === 'cached' && !['read', undefined].includes(needs(name)?.split(':')[1]));
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('asks for a permission in every group that belongs to a tenant [P-004]', () => {
    const free = new Set(platformCalls.filter(([name]) => needs(name) === undefined).map(([name]) => name));
    expect([...free].toSorted()).toEqual(['composerTenants.list', 'jobs.cancel', 'jobs.get', 'jobs.list', 'platformSession.get', 'secrets.reveal', 'tenants.get', 'tenants.list']);
  });

  it('names a group of the contract in each reference, and a label for each field', () => {
    const groups = new Set(Object.keys(contract));
    const entities = Object.entries(contract).flatMap(([group, it]) => ('fields' in it ? [[group, it.fields as Record<string, z.ZodType>] as const] : []));
    const broken = entities.flatMap(([group, fields]) => Object.entries(fields).flatMap(([name, schema]) => {
      const to = metaOf(schema)?.to;
      return to !== undefined && !groups.has(to) ? [`${group}.${name} → ${to}`] : [];
    }));
    expect(broken).toEqual([]);
    const unlabelled = entities.flatMap(([group, fields]) => Object.entries(fields).filter(([, schema]) => !metaOf(schema)).map(([name]) => `${group}.${name}`));
    expect(unlabelled).toEqual([]);
  });
});

const source = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url)).map((file) => (file.endsWith('.ts') ? readFileSync(new URL(`${folder}/${file}`, import.meta.url), 'utf8') : '')).join('\n');
/** What is filled in at run time is compared up to the first gap. */
const beforeGap = (text: string) => text.split(/\{|\.\.\.$/)[0]!;
/** Rules, not texts. */
const isRule = new Set(['E-069', 'E-075']);
/** Put together from parts, which tests of their own cover; this is how the source has them. */
const composed: Readonly<Record<string, string>> = {
  'E-068': 'HTTP ${status}: ${reasonPhrase(status)}',
  'R-019': 'Clone created but missing ${part} data',
  'R-020': 'Clone created but missing ${part} data',
};

describe('texts', () => {
  const written = source('../../shared/contract') + source('../../shared/rules');
  const shown = all.flatMap(([, call]) => [call.fallback, (call.kind === 'call' && call.reread?.fallback) || '']);
  const texts = [...Object.entries(checklist.errorTexts), ...Object.entries(checklist.validationTexts)].flatMap(([row, [, text]]) =>
    text === null || isRule.has(row) ? [] : [[row, text] as const],
  );

  it.each(texts)('%s stands verbatim in the contract or its rules: %s', (row, text) => {
    const start = beforeGap(text);
    const isShown = shown.some((phrase) => (start === text ? phrase === text : phrase.startsWith(start)));
    expect(isShown || written.includes(composed[row] ?? start)).toBe(true);
  });
});
