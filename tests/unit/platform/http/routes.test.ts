import { describe, expect, it } from 'vitest';
import { call, group, router } from '../../../../shared/contract/define.ts';
import { createRouter, select } from '../../../../electron/platform/http/routes.ts';

const one = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, more: object = {}) => call({ method, path, fallback: 'x', ...more });
const proxy = router({ path: '/router', selector: 'action', fallback: 'x', constants: { operation_type: 'op' }, also: { paths: ['/router/again'], methods: ['GET', 'POST'] } });
const routes = createRouter({
  things: group({
    list: one('GET', '/things'), get: one('GET', '/things/{id}', { constants: { details: true } }), update: one('PUT', '/things/{id}'),
    dropdown: one('GET', '/things/dropdown'), ofClient: one('GET', '/things/client/{client_id}'), sync: one('POST', '/things/{id}/sync'),
    pair: one('DELETE', '/things/{a}/{b}'), slash: one('GET', '/things/slash/'),
  }),
  proxied: group({ start: proxy({ select: 'start' }), stop: proxy({ select: 'stop' }), other: one('POST', '/router', { constants: { operation_type: 'component' } }) }),
});

const found = (method: string, path: string, query: object = {}, body: object = {}) => {
  const match = routes.match(method, path);
  const route = select(match.routes, query as Record<string, unknown>, body as Record<string, unknown>);
  return [route.name, match.variables(route)];
};

describe('routes', () => {
  it.each([
    ['GET', '/things', 'things.list', {}],
    ['GET', '/things/7', 'things.get', { id: '7' }],
    ['GET', '/things/dropdown', 'things.dropdown', {}],
    ['PUT', '/things/dropdown', 'things.update', { id: 'dropdown' }],
    ['GET', '/things/client/c', 'things.ofClient', { client_id: 'c' }],
    ['POST', '/things/client/sync', 'things.sync', { id: 'client' }],
    ['DELETE', '/things/x/y', 'things.pair', { a: 'x', b: 'y' }],
    ['GET', '/things/slash', 'things.slash', {}],
    ['GET', '/things/slash/', 'things.slash', {}],
    ['GET', '/things/a%2Fb%20c', 'things.get', { id: 'a/b c' }],
  ])('%s %s is %s', (method, path, name, variables) => {
    expect(found(method, path)).toEqual([name, variables]);
  });

  it('selects by constants in query or body, by every path and method', () => {
    const fields = { operation_type: 'op', action: 'stop' };
    expect(found('POST', '/router', {}, fields)[0]).toBe('proxied.stop');
    expect(found('GET', '/router/again', fields)[0]).toBe('proxied.stop');
    expect(found('POST', '/router', { action: 'start' }, { operation_type: 'op' })[0]).toBe('proxied.start');
    expect(found('POST', '/router', {}, { operation_type: 'component' })[0]).toBe('proxied.other');
  });

  it.each([
    [{ operation_type: 'op', action: 'fly' }, 'Unknown method: fly'],
    [{ operation_type: 'fly', action: 'start' }, 'Unknown method: fly'],
    [{ operation_type: 'op', action: { a: 1 } }, 'Unknown method: {"a":1}'],
    [{ operation_type: 'op' }, 'Unknown method: the field “action” is missing'],
  ])('says of %j that it is unknown', (body, message) => {
    expect(() => found('POST', '/router', {}, body)).toThrow(message);
  });

  it.each([['GET', '/nothing', 404], ['GET', '/things/1/2/3', 404], ['DELETE', '/things', 405], ['GET', '/things/%E0%A4%A', 400]])('%s %s fails with %i', (method, path, status) => {
    let thrown: unknown;
    try {
      found(method, path);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject(status === 404 ? { code: 'not_found', message: `Unknown path: ${path}` } : { status });
  });
});
