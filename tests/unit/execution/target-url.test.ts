import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { targetUrl } from '../../../electron/execution/target-url.ts';
import { pathVariableNames } from '../../../shared/rules/path-template.ts';

const server_url = 'https://api.example.com:8443/root/';
const at = (path: string, path_variables: Record<string, unknown> = {}, base_path = '/v1') => targetUrl({ server_url, base_path, path, path_variables });
/** The address, or undefined where it is refused; any other failure fails the test. */
function unlessRefused(path: string, variables: Record<string, unknown>): URL | undefined {
  try {
    return new URL(at(path, variables));
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return undefined;
    throw error;
  }
}
const base = 'https://api.example.com:8443/root/v1';

describe('the address of an endpoint', () => {
  it('is server, base path and path, with one slash where they meet', () => {
    expect(at('/pets')).toBe(`${base}/pets`);
    expect(at('pets', {}, 'v1/')).toBe(`${base}/pets`);
    expect(targetUrl({ server_url: 'http://h', base_path: '', path: '' })).toBe('http://h/');
    expect(targetUrl({ server_url: 'http://h/a?key=1', base_path: null, path: '/b?c=2' })).toBe('http://h/a/b?key=1&c=2');
  });

  it('fills variables in both forms, in the path and in its query [X-017][X-018]', () => {
    expect(at('/users/{id}/pets/:pet_id?by={who}', { id: 'a b', pet_id: 7, who: 'x&y' })).toBe(`${base}/users/a%20b/pets/7?by=x%26y`);
    expect(at('/v/{user-id}.json', { 'user-id': 'é' })).toBe(`${base}/v/%C3%A9.json`);
    expect(at('/items:batch/12:30', {})).toBe(`${base}/items:batch/12:30`);
    expect(pathVariableNames('/a/{b}/:c/{b}?d={e}&f=:g')).toEqual(['b', 'c', 'e']);
  });

  it('says which variable has no value', () => {
    expect(() => at('/users/{id}')).toThrow('The path variable “id” has no value');
    expect(() => at('/users/:id', { id: '' })).toThrow('The path variable “id” has no value');
    expect(() => at('/users/:id', { id: { a: 1 } })).toThrow('The path variable “id” is not a text or a number');
    expect(() => at('/users/{constructor}')).toThrow('The path variable “constructor” has no value');
  });

  it.each(['..', '.'])('refuses the value “%s” [F-9]', (id) => {
    expect(() => at('/users/{id}/x', { id })).toThrow('it would change the path');
  });

  it.each([
    ['/users/{a}{b}', { a: '.', b: '.' }],
    ['/users/{a}.', { a: '%2e' }],
    ['/../admin', {}],
    ['/%2e%2E/admin', {}],
    ['/a/.{b}', { b: '.' }],
  ])('lets no dots through in %s [F-9]', (path, variables) => {
    const url = unlessRefused(path, variables);
    expect(url?.pathname.startsWith('/root/v1/')).not.toBe(false);
  });

  it.each(['../../admin', '//evil.example', 'http://evil.example', '@evil.example', '\\\\evil.example', '?x=1', '#x', '%2e%2e%2f'])('keeps host and base path for the value “%s” [F-9]', (value) => {
    for (const path of ['/users/{id}', '{id}', '/{id}/x', '/:id']) {
      const url = new URL(at(path, { id: value }));
      expect(url.host).toBe('api.example.com:8443');
      expect(url.pathname.startsWith('/root/v1/')).toBe(true);
      expect([url.search, url.hash, url.username]).toEqual(['', '', '']);
    }
  });

  it.each(['@evil.example/x', '//evil.example/x', 'http://evil.example/', '\\\\evil.example', '/\t/evil.example', '/a\r\nHost: evil'])('keeps host and base path for the path “%s” [F-8][F-9]', (path) => {
    const url = new URL(at(path));
    expect(url.host).toBe('api.example.com:8443');
    expect(url.pathname.startsWith('/root/v1/')).toBe(true);
  });

  it('never leaves the host or the base path, and loses no variable, whatever they hold [F-9]', () => {
    const nasty = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('.', '/', '\\', '@', ':', '%', '2', 'e', '?', '#', '\r', '\n', '\0', '\t', ' ', '{', '}') }));
    const stays = fc.check(
      fc.property(nasty, nasty, fc.constantFrom('/u/{a}/{b}', '/{a}', '{a}{b}', '/:a/:b', '/x/{a}?q={b}', '/{a}:b'), (a, b, path) => {
        const url = unlessRefused(path, { a, b });
        if (url === undefined) return true;
        return url.origin === 'https://api.example.com:8443' && url.pathname.startsWith('/root/v1/') && url.hash === '';
      }),
      { numRuns: 2000 },
    );
    expect(stays).toMatchObject({ failed: false });
    const keeps = fc.check(
      fc.property(nasty, nasty, (a, b) => {
        const url = unlessRefused('/u/{a}/{b}', { a, b });
        const segments = url?.pathname.slice('/root/v1/u/'.length).split('/').map(decodeURIComponent);
        return url === undefined || (segments?.length === 2 && segments[0] === a.toWellFormed() && segments[1] === b.toWellFormed());
      }),
      { numRuns: 1000 },
    );
    expect(keeps).toMatchObject({ failed: false });
  });

  it.each([
    ['', 'The API has no server address'],
    ['not an address', 'is not an address'],
    ['file:///etc/passwd', 'Only http and https can be called'],
    ['https://user:pass@host', 'Move them to the authentication'],
    ['https://{region}.example.com', 'holds the variable “{region}”'],
  ])('refuses the server “%s” [F-7]', (server, message) => {
    expect(() => targetUrl({ server_url: server, path: '/' })).toThrow(message);
  });
});
