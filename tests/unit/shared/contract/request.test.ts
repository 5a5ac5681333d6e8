import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../../shared/contract/define.ts';
import { fromWire, toWire } from '../../../../shared/contract/request.ts';

const scoped = { tenant_id: 't 1', environment_id: 'e' };
const get: HttpRequest = { method: 'GET', path: '/things', scope: [] };

describe('to the wire', () => {
  it('sends tenant and environment as headers always, in the query only where the call has them there [Q-013][A-012]', () => {
    const headers = { 'X-Tenant-ID': 't 1', 'X-Environment-ID': 'e' };
    expect(toWire(get, scoped)).toMatchObject({ headers, query: {} });
    expect(toWire({ ...get, scope: ['tenant_id'] }, scoped)).toMatchObject({ headers, query: { tenant_id: 't 1' } });
  });

  it('uses the names of the wire', () => {
    expect(toWire({ ...get, scope: ['tenant_id'], names: { tenant_id: 'tenantId' } }, scoped).query).toEqual({ tenantId: 't 1' });
  });

  it('encodes what stands in a path', () => {
    expect(toWire({ ...get, path: '/things/{id}/x' }, { id: 'a/b ?ü' }).path).toBe('/things/a%2Fb%20%3F%C3%BC/x');
  });

  it.each(['', '.', '..', undefined, null, {}])('refuses %j in a path', (id) => {
    expect(() => toWire({ ...get, path: '/things/{id}' }, { id })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('leaves out of a query what has no value', () => {
    expect(toWire(get, { a: null, b: undefined, c: false, d: 0, e: ['x'] }).query).toEqual({ c: 'false', d: '0', e: '["x"]' });
  });

  it('puts the selector beside the data [Q-010]', () => {
    const request: HttpRequest = { method: 'POST', path: '/router', scope: ['tenant_id'], body: 'data', constants: { method_name: 'get-api' } };
    expect(toWire(request, { ...scoped, id: '1' }).body).toEqual({ method_name: 'get-api', data: { tenant_id: 't 1', id: '1' } });
    expect(toWire({ ...request, body: 'json' }, { id: '1' }).body).toEqual({ method_name: 'get-api', id: '1' });
    expect(toWire({ ...request, query: ['method_name'] }, { id: '1' })).toMatchObject({ query: { method_name: 'get-api' }, body: { data: { id: '1' } } });
  });

  it('lets no field take the place of the selector', () => {
    const request: HttpRequest = { method: 'POST', path: '/router', scope: [], constants: { action: 'pauseDag' } };
    expect(toWire(request, { action: 'deleteDag' }).body).toEqual({ action: 'pauseDag' });
    expect(toWire({ ...request, method: 'GET' }, { action: 'deleteDag' }).query).toEqual({ action: 'pauseDag' });
  });
});

describe('from the wire', () => {
  const wire = { variables: {}, query: {}, body: undefined, headers: {} };

  it('reads headers, then query, then body, then path, the last one winning', () => {
    const read = fromWire(get, { variables: { id: 'path' }, query: { id: 'query', a: 'query' }, body: { a: 'body' }, headers: { 'x-tenant-id': 't' } });
    expect(read).toEqual({ tenant_id: 't', a: 'body', id: 'path' });
  });

  it('keeps a field of the data that is called like the selector', () => {
    const request: HttpRequest = { method: 'POST', path: '/router', scope: [], body: 'data', constants: { method_name: 'x' } };
    expect(fromWire(request, { ...wire, body: { method_name: 'x', data: { method_name: 'mine' } } })).toEqual({ method_name: 'mine' });
  });

  it('takes no prototype from a body', () => {
    const read = fromWire({ ...get, method: 'POST' }, { ...wire, body: JSON.parse('{"__proto__": {"admin": true}, "a": 1}') as unknown });
    expect(read).toEqual({ a: 1 });
    expect((read as { admin?: boolean }).admin).toBeUndefined();
  });
});
