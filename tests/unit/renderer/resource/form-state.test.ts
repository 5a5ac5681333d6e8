import { describe, expect, test } from 'vitest';
import {
  changedFields, divergences, formFields, initialValues, problemsOf, sameValue, twinText, validate, valuesOfTwin, valuesToSend,
} from '../../../../renderer/components/resource/form-state.ts';
import { kindOf, kinds, callOf, titleOf, withArticle } from '../../../../renderer/state/list-entity.ts';
import { keepable, keepableText } from '../../../../renderer/state/drafts.ts';

const scoped = { tenant_id: 't1', environment_id: 'e1' };
const fields = formFields('agentMemories', 'create');

describe('fields', () => {
  test('are those that the call takes and a person can give', () => {
    expect(fields).toEqual(['name', 'memory_type', 'content', 'description', 'metadata']);
    expect(formFields('agentSessions', 'create')).not.toContain('created_at');
    expect(formFields('tenantUsers', 'create')).toEqual([]);
  });

  test('every kind that can be made has a form that begins valid in form', () => {
    for (const group of kinds.filter((group) => callOf(group, 'create'))) {
      const names = formFields(group, 'create');
      expect(names.length, group).toBeGreaterThan(0);
      const problems = validate(group, 'create', names, initialValues(kindOf(group), names, undefined), scoped, undefined);
      for (const message of Object.values(problems)) expect(message, group).not.toMatch(/^Invalid/);
    }
  });

  test('a new form starts with what the contract says', () => {
    expect(initialValues(kindOf('agentTools'), formFields('agentTools', 'create'), undefined)).toEqual({ is_active: true });
  });
});

describe('validation', () => {
  test('says the contract’s own words at the field', () => {
    expect(validate('agentMemories', 'create', fields, { name: '  ' }, scoped, undefined)).toEqual({ name: 'Name is required' });
    expect(validate('agentMemories', 'create', fields, { name: 'x' }, scoped, undefined)).toEqual({});
  });

  test('says plainly that a type is wrong', () => {
    expect(validate('agentLlms', 'create', formFields('agentLlms', 'create'), { name: 'x', temperature: 'hot' }, scoped, undefined)).toEqual({ temperature: 'Enter a number' });
  });

  test('says what is missing around the form, such as the tenant [R-]', () => {
    expect(validate('agentMemories', 'create', fields, { name: 'x' }, {}, undefined)['']).toMatch('Tenant must be selected');
  });

  test('puts the server’s problems at their fields, too', () => {
    expect(problemsOf('agentMemories', fields, [{ path: ['name'], message: 'Name is taken' }, { path: ['quota'], message: 'Used up' }])).toEqual({ name: 'Name is taken', '': 'quota: Used up' });
  });
});

describe('values', () => {
  test('empty is empty, however it is said', () => {
    expect(sameValue('', null)).toBe(true);
    expect(sameValue(undefined, '')).toBe(true);
    expect(sameValue(0, '')).toBe(false);
    expect(sameValue({ a: 1 }, { a: 1 })).toBe(true);
    expect(changedFields(['a', 'b'], { a: '', b: 1 }, { b: 2 })).toEqual(['b']);
  });

  test('an emptied field is sent as null, a field that was never filled is not sent; a secret mark goes back as it came', () => {
    const base = { id: '1', name: 'x', content: 'old', api_key: { $secret: true } };
    expect(valuesToSend(['name', 'content', 'description', 'api_key'], { name: 'x', content: '', description: '', api_key: { $secret: true } }, base))
      .toEqual({ name: 'x', content: null, api_key: { $secret: true } });
    expect(valuesToSend(['name', 'content'], { name: 'x', content: '' }, undefined)).toEqual({ name: 'x' });
  });

  test('the JSON twin is the same value, and says which fields it does not know', () => {
    const values = { name: 'x', metadata: { a: [1] } };
    expect(valuesOfTwin(fields, twinText(fields, values))).toEqual({ values, unknown: [] });
    expect(valuesOfTwin(fields, '{"name": "y", "id": "1"}')).toEqual({ values: { name: 'y' }, unknown: ['id'] });
    expect(valuesOfTwin(fields, '[1]')).toBeUndefined();
  });
});

describe('conflict', () => {
  test('is what the platform changed and differs from mine; both changed it where I did, too', () => {
    const base = { name: 'a', content: 'a', description: 'a' };
    expect(divergences(fields, base, { ...base, name: 'mine' }, { ...base, name: 'theirs', content: 'theirs' })).toEqual([
      { name: 'name', base: 'a', mine: 'mine', theirs: 'theirs', both: true },
      { name: 'content', base: 'a', mine: 'a', theirs: 'theirs', both: false },
    ]);
    expect(divergences(fields, base, { ...base, name: 'same' }, { ...base, name: 'same' })).toEqual([]);
  });
});

describe('drafts', () => {
  test('leave out what is secret, and say so', () => {
    const { fields: llm } = kindOf('agentLlms');
    expect(keepable(llm, { name: 'x', api_key: 'sk-canary', temperature: 1 })).toEqual({ values: { name: 'x', temperature: 1 }, omitted: ['api_key'] });
    expect(keepable(llm, { api_key: { $secret: true } })).toEqual({ values: {}, omitted: [] });
    const { fields: memory } = kindOf('agentMemories');
    expect(keepable(memory, { metadata: { url: 'u', auth: { password: 'canary', user: 'a' } } })).toEqual({ values: { metadata: { url: 'u', auth: { user: 'a' } } }, omitted: ['metadata'] });
  });
});
describe('a text that is not JSON yet is kept as it was typed', () => {
  const { fields: llm } = kindOf('agentLlms');
  const kept = (text: string) => keepableText(llm, text);

  test('where it holds no credentials', () => {
    for (const text of ['', '{', '{"name": "Half', '{\n  "name": "A, b: {c}",\n  "temperature": ', '{"name" "x", , ]}}', '{"api_key": {"$secret": true}, "name": ']) {
      expect(kept(text), text).toEqual({ text, omitted: [] });
    }
  });

  test.each([
    ['{"name": "n", "api_key": "canary", "description": "d"', '{"name": "n", "api_key": "", "description": "d"'],
    ['{"api_key": "canary', '{"api_key": ""'],
    ['{"api_key": canary', '{"api_key": ""'],
    ['{"api_key" "canary", "name": "n"', '{"api_key" "", "name": "n"'],
    ['{"additional_config": {"password": "canary", "retries": 3}, ', '{"additional_config": {"password": "", "retries": 3}, '],
    ['{"credentials": {"user": "canary", "more": ["canary"]}, "name": "n"', '{"credentials": {"user": "", "more": [""]}, "name": "n"'],
  ])('but for them: %s', (text, without) => {
    const found = kept(text);
    expect(found.text).toBe(without);
    expect(found.omitted).not.toEqual([]);
  });
});

test('a row is called by the first field that names it', () => {
  expect(titleOf({ id: '1', name: ' ', title: 'T' })).toBe('T');
  expect(titleOf({ id: '1', snippet_name: 'S' })).toBe('S');
  expect(titleOf({ id: '1' })).toBe('1');
  expect(['agent tool', 'MCP tool', 'user', 'LLM', 'tenant'].map(withArticle)).toEqual(['an agent tool', 'an MCP tool', 'a user', 'an LLM', 'a tenant']);
});
