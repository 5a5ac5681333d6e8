import { describe, expect, it } from 'vitest';
import { styledHeader, styledPath } from '../../../electron/execution/parameter-style.ts';
import { mergeQuery } from '../../../electron/execution/query.ts';
import { targetUrl } from '../../../electron/execution/target-url.ts';
import { composeRequest } from '../../../electron/execution/compose/compose-request.ts';
import { importDocument } from '../../../electron/platform/composer/openapi/import-document.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

const list = ['blue', 'black', 'brown'];
const named = { R: 100, G: 200, B: 150 };

function query(value: unknown, style: string | undefined, explode: boolean | undefined, name = 'color'): string {
  const url = new URL('http://h/');
  mergeQuery(url, { [name]: value }, { [name]: { style, explode } });
  return url.search.slice(1);
}

describe('parameter styles (OpenAPI 3.1.1, "Style Examples")', () => {
  it.each([
    ['form', false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
    ['form', true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
    ['form', undefined, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
    [undefined, false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
    ['spaceDelimited', false, ['color=', 'color=blue', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150']],
    ['pipeDelimited', undefined, ['color=', 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150']],
    ['pipeDelimited', true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
    ['deepObject', true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150']],
  ])('write the query in %s, explode %s', (style, explode, written) => {
    expect(['', 'blue', list, named].map((value) => query(value, style, explode))).toEqual(written);
  });

  it.each([
    ['simple', false, ['blue', 'blue,black,brown', 'R,100,G,200,B,150']],
    [undefined, undefined, ['blue', 'blue,black,brown', 'R,100,G,200,B,150']],
    ['simple', true, ['blue', 'blue,black,brown', 'R=100,G=200,B=150']],
    ['label', false, ['.blue', '.blue,black,brown', '.R,100,G,200,B,150']],
    ['label', true, ['.blue', '.blue.black.brown', '.R=100.G=200.B=150']],
    ['matrix', false, [';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150']],
    ['matrix', true, [';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150']],
  ])('write the path in %s, explode %s', (style, explode, written) => {
    expect(['blue', list, named].map((value) => styledPath('color', value, { style, explode }))).toEqual(written);
  });

  it('write an empty text in matrix as RFC 6570, section 3.2.7, does', () => {
    expect([styledPath('color', '', { style: 'matrix' }), styledPath('color', ['', 'x'], { style: 'matrix', explode: true })]).toEqual([';color', ';color;color=x']);
  });

  it('write headers in simple', () => {
    expect([styledHeader('a, b', {}), styledHeader(list, {}), styledHeader(named, {}), styledHeader(named, { explode: true }), styledHeader([], {})])
      .toEqual(['a, b', 'blue,black,brown', 'R,100,G,200,B,150', 'R=100,G=200,B=150', '']);
  });

  it('encode what would part the values or end the field [F-8]', () => {
    expect(query(['a,b', 'c&d', 'e\r\n'], 'form', false)).toBe('color=a%2Cb,c%26d,e%0D%0A');
    expect(query({ 'a=b': '#' }, 'form', true, 'a&b')).toBe('a%3Db=%23');
    expect(styledPath('i;d', ['a/b', 'c;d'], { style: 'matrix', explode: true })).toBe(';i%3Bd=a%2Fb;i%3Bd=c%3Bd');
  });

  it('leave out what is not there, and write parts within parts as JSON', () => {
    expect(query([], 'form', false)).toBe('');
    expect(query([null, 'a', undefined], 'form', false)).toBe('color=a');
    expect(query({ a: null, b: { c: [1] } }, 'form', true)).toBe('b=%7B%22c%22%3A%5B1%5D%7D');
  });

  it('replace fields of the address by the names that they write', () => {
    const url = new URL('http://h/?R=1&color=x&keep=1');
    mergeQuery(url, { color: named }, { color: { style: 'form', explode: true } });
    expect(url.search).toBe('?color=x&keep=1&R=100&G=200&B=150');
  });
});

describe('styles in the path of an endpoint', () => {
  const path = (path_variables: Record<string, unknown>, style: string, explode = false) =>
    targetUrl({ server_url: 'https://h', base_path: '/v1', path: '/a{id}/b', path_variables, path_styles: { id: { style, explode } } });

  it('keep to the base path [F-9]', () => {
    expect(path({ id: ['../..', '//evil'] }, 'label', true)).toBe('https://h/v1/a...%2F...%2F%2Fevil/b');
    for (const style of ['simple', 'label', 'matrix']) for (const id of ['.', '..', '', [], null]) expect(() => path({ id }, style)).toThrow('The path variable “id”');
    expect(() => targetUrl({ server_url: 'https://h', base_path: '/v1', path: '/{id}/b', path_variables: { id: [''] }, path_styles: { id: { style: 'label' } } })).toThrow('leave the API');
    expect(() => targetUrl({ server_url: 'https://h', base_path: '/v1', path: '/{id}/b', path_variables: { id: ['', ''] }, path_styles: { id: { style: 'label', explode: true } } })).toThrow('leave the API');
  });
});

describe('the parameters of an endpoint', () => {
  it('say how their values are written, in each of the four places [X-017][X-018]', async () => {
    await using target = await httpTarget((_, response) => response.end());
    const endpoint = {
      id: 'e', method: 'GET', path: '/points/{at}/:ids',
      parameters: [
        { name: 'at', in: 'path', style: 'matrix', explode: true, value: { x: 1, y: 2 } },
        { name: 'ids', in: 'path' },
        { name: 'tags', in: 'query', style: 'pipeDelimited', value: ['a', 'b'] },
        { name: 'filter', in: 'query', style: 'deepObject', explode: true },
        { name: 'plain', in: 'query', value: { k: 1 } },
        { name: 'X-List', in: 'header', value: [1, 2] },
        { name: 'jar', in: 'cookie', explode: false, value: ['p', 'q'] },
        null, 'nonsense', { in: 'query' },
      ],
    };
    const request = composeRequest({ id: 'a', server_url: target.url }, endpoint, { path_variables: { ids: [3, 4] }, query: { filter: { name: 'x' }, free: [5, 6] } });
    await execute(request);
    expect(target.requests[0]).toMatchObject({
      url: '/points/;x=1;y=2/3,4?tags=a%7Cb&plain%5Bk%5D=1&filter%5Bname%5D=x&free=5&free=6',
      headers: { 'x-list': '1,2', cookie: 'jar=p,q' },
    });
  });

  it.each([
    ['OpenAPI 3', { openapi: '3.1.0' }, [
      { name: 'a', in: 'query', schema: { type: 'array' }, style: 'spaceDelimited', explode: false },
      { name: 'b', in: 'query', schema: { type: 'object' } },
      { name: 'c', in: 'query', schema: { type: 'string' } },
    ], [{ name: 'a', style: 'spaceDelimited', explode: false }, { name: 'b', style: 'form' }, { name: 'c' }]],
    ['Swagger 2.0', { swagger: '2.0' }, [
      { name: 'a', in: 'query', type: 'array', collectionFormat: 'pipes' },
      { name: 'b', in: 'query', type: 'array' },
      { name: 'c', in: 'query', type: 'string' },
    ], [{ name: 'a', style: 'pipeDelimited', explode: false }, { name: 'b', style: 'form', explode: false }, { name: 'c' }]],
  ])('keep the styles of a document of %s [C-111]', (_, version, parameters, styles) => {
    const document = { ...version, info: { title: 'T', version: '1' }, paths: { '/x': { get: { parameters, responses: {} } } } };
    const imported = importDocument(JSON.stringify(document)).endpoints[0]!.parameters;
    expect(imported).toMatchObject(styles);
    expect(imported[2]).not.toHaveProperty('style');
  });
});
