import { describe, expect, it } from 'vitest';
import { endpoint, firstApi, read, signsIn } from './reading.ts';

const har = (...requests: object[]) => ({ log: { version: '1.2', entries: requests.map((request) => ({ request: { method: 'GET', url: 'https://h/a', headers: [], ...request } })) } });
const browser = (request: object) => ({ log: { ...har(request).log, pages: [{ title: 'Shop' }] } });
const header = (name: string, value: string) => ({ name, value });

describe('an HTTP archive [F-12]', () => {
  it('has each different request once', () => {
    expect(firstApi(har({}, {}, { url: 'https://h/b' }, { method: 'post' })).endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /a', 'GET /b', 'POST /a']);
  });

  it.each([
    [{ mimeType: 'application/json', text: '{}' }, { type: 'raw', content_type: 'application/json', content: '{}' }],
    [{ mimeType: 'application/x-www-form-urlencoded', text: 'a=1+2' }, { type: 'x-www-form-urlencoded', content: { a: '1 2' } }],
    [{ mimeType: 'application/x-www-form-urlencoded', params: [header('a', '1%202')] }, { type: 'x-www-form-urlencoded', content: { a: '1 2' } }],
    [{ mimeType: 'multipart/form-data', params: [header('a', '1'), { name: 'f', fileName: 'x.txt', contentType: 'text/plain', value: 'hi' }] }, { type: 'form-data', content: [{ name: 'a', value: '1' }, { name: 'f', filename: 'x.txt', content_type: 'text/plain', content: 'aGk=' }] }],
    [{ mimeType: 'multipart/form-data; boundary=b', text: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n' }, { type: 'form-data', content: [{ name: 'a', value: '1' }] }],
    [{ mimeType: 'image/png', text: 'aGk=', _encoding: 'base64' }, { type: 'binary', content_type: 'image/png', content: 'aGk=' }],
  ])('has its body: %j', (postData, body) => {
    expect(endpoint(har({ method: 'POST', postData })).body).toEqual(body);
  });

  it('of a browser is without what browsers add, and keeps its cookies as a secret', () => {
    const document = browser({ headers: [header(':authority', 'h'), header('sec-ch-ua', 'x'), header('user-agent', 'x'), header('x-mine', '1'), header('cookie', 'a=1')] });
    expect(endpoint(document).headers).toEqual({ 'x-mine': '1' });
    expect(signsIn(document)).toEqual({ type: 'custom', credentials: { headers: { cookie: 'a=1' } } });
    expect(firstApi(document).api.name).toBe('Shop');
  });

  it('makes an API of each server, the busiest first, and leaves out what is no call', () => {
    const { apis, problems } = read(har({ url: 'https://one/a' }, { url: 'https://two:8443/a' }, { url: 'https://two:8443/b' }, { url: 'wss://one/s' }, { url: 'data:text/plain,x' }));
    expect(apis.map(({ api, endpoints }) => [api.server_url, endpoints.length])).toEqual([['https://two:8443', 2], ['https://one', 1]]);
    expect(problems.map(({ where }) => where)).toEqual(['#/log/entries/3', '#/log/entries/4']);
  });
});
