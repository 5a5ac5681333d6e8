import { describe, expect, it } from 'vitest';
import { documentTitle } from '../../../../../renderer/areas/connectors/document-title.ts';
import { authDataOf, lacksCredentials, signInText, signInWords, signsInSo } from '../../../../../renderer/areas/connectors/sign-in.ts';
import { languageLabel, languageOf } from '../../../../../renderer/areas/connectors/snippet-language.ts';
import { batches } from '../../../../../renderer/state/endpoint-updates.ts';

const config = { id: 'c1', name: 'Billing', auth_type: 'bearer_token', config: { token: { $secret: true } } };
const configs = new Map([[config.id, config]]);
const own = (type: string, auth_config_id: string | null = null) => ({ id: 'e', auth_config: { type, credentials: {} }, auth_config_id });

describe('how an endpoint signs in [N-040]', () => {
  it('is said by the kept credentials that it names, else by its own', () => {
    expect(signInText(own('basic_auth'), configs)).toBe('User name and password');
    expect(signInText(own('basic_auth', 'c1'), configs)).toBe('Billing');
    expect(signInText(own('basic_auth', 'c2'), configs)).toBe('An auth config that is gone');
    expect(signInText({ id: 'e' }, configs)).toBe('None');
  });

  it('is changed to kept credentials by their id, and carries nothing secret [C-057]', () => {
    expect(authDataOf({ config })).toEqual({ type: 'bearer_token', credentials: {}, auth_config_id: 'c1' });
    expect(signInWords({ config })).toBe('Billing');
    expect(JSON.stringify(authDataOf({ config }))).not.toContain('secret');
  });

  it('is so already only where that is certain', () => {
    expect(signsInSo(own('none', 'c1'), { config })).toBe(true);
    expect(signsInSo(own('none'), { config })).toBe(false);
    expect(signsInSo(own('none'), { own: { type: 'none', credentials: {} } })).toBe(true);
    expect(signsInSo(own('bearer_token'), { own: { type: 'bearer_token', credentials: { token: 'x' } } })).toBe(false);
    expect(signsInSo(own('none', 'c1'), { own: { type: 'none', credentials: {} } })).toBe(false);
  });

  it('lacks credentials until something secret is said', () => {
    expect(lacksCredentials({ type: 'none', credentials: {} })).toBe(false);
    expect(lacksCredentials({ type: 'bearer_token', credentials: { token: '' } })).toBe(true);
    expect(lacksCredentials({ type: 'bearer_token', credentials: { token: 'x' } })).toBe(false);
    expect(lacksCredentials({ type: 'custom', credentials: { headers: {} } })).toBe(true);
    expect(lacksCredentials({ type: 'jwt', credentials: { key: 'k' } })).toBe(false);
  });
});

describe('a change of many endpoints', () => {
  it('goes in calls of one open API each, of at most 500 endpoints [C-057]', () => {
    const rows = Array.from({ length: 1203 }, (_, at) => ({ id: `e${at}`, api_id: at % 3 === 0 ? 'a' : 'b' }));
    const sent = batches(rows);
    expect(sent.map(({ openAPIId, endpointIds }) => [openAPIId, endpointIds.length])).toEqual([['a', 401], ['b', 500], ['b', 302]]);
    expect(new Set(sent.flatMap(({ endpointIds }) => endpointIds)).size).toBe(1203);
  });
});

describe('the title of a document', () => {
  it.each([
    ['{"openapi":"3.1.0","info":{"version":"1","title":"Pets \\"and\\" more"}}', 'Pets "and" more'],
    ['openapi: 3.0.0\ninfo:\n  version: 1\n  title: Pets\npaths: {}', 'Pets'],
    ["openapi: 3.0.0\ninfo:\n  title: 'All: pets'\n", 'All: pets'],
    ['{"title":"not of the info"}', ''],
    ['', ''],
  ])('of %s is %s', (text, title) => expect(documentTitle(text)).toBe(title));
});

describe('the language of a snippet [N-038]', () => {
  it('is shown in its colours where it is known, and by its name in any case', () => {
    expect([languageOf('python'), languageOf('SQL'), languageOf('cobol'), languageOf(undefined)]).toEqual(['python', 'sql', 'text', 'text']);
    expect([languageLabel('python'), languageLabel('cobol'), languageLabel(null)]).toEqual(['Python', 'cobol', 'Plain text']);
  });
});
