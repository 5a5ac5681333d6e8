import { describe, expect, it } from 'vitest';
import { urlPieces } from '../../../../../renderer/areas/apis/request-pieces.ts';
import { restored } from '../../../../../renderer/areas/apis/request-restore.ts';
import { filledIn } from '../../../../../renderer/areas/apis/request-variables.ts';
import { addressOf, addressText } from '../../../../../renderer/areas/apis/request.ts';
import { layerOf } from '../../../../../shared/rules/variables.ts';

const api = { id: 'a', server_url: 'https://api.example.com/root/', base_path: 'v1' };
const now = {
  id: 'e', method: 'GET', path: '/pets/{id}', headers: { 'X-Key': 'secret here', 'X-Old': '1' },
  parameters: [{ name: 'id', in: 'path', required: true, value: '9' }, { name: 'tag', in: 'query', type: 'array', value: ['old'] }, { name: 'X-Trace', in: 'header' }],
};
const record = {
  method: 'PUT', url: 'https://api.example.com/root/v1/pets/a%20b?tag=x&tag=y&more=1', headers: { 'X-Trace': 't', 'X-New': '2', 'X-Key': '***' },
  body: { type: 'raw', content: '{}' }, hidden: ['headers.X-Key', 'auth'],
};

describe('the request of an earlier run in the editor', () => {
  it('has its variables, query, headers and body where they came from, and keeps what was hidden as it is', () => {
    expect(restored(api, now, record)).toEqual({
      hidden: ['headers.X-Key', 'auth'],
      values: {
        method: 'PUT', path: '/pets/{id}', body: { type: 'raw', content: '{}' },
        parameters: [
          { name: 'id', in: 'path', required: true, value: 'a b' }, { name: 'tag', in: 'query', type: 'array', value: ['x', 'y'] }, { name: 'X-Trace', in: 'header', value: 't' },
          { name: 'more', in: 'query', value: '1' },
        ],
        headers: { 'X-Key': 'secret here', 'X-New': '2' },
      },
    });
  });

  it('has the path as it was sent where the endpoint has another now, and no body that was hidden', () => {
    const { values } = restored(api, { ...now, path: '/others' }, { ...record, hidden: ['body'] });
    expect(values).toMatchObject({ path: '/pets/a%20b' });
    expect(values).not.toHaveProperty('body');
  });
});

describe('variables in a path', () => {
  it('stand apart from path variables, before and behind the question mark', () => {
    expect(urlPieces('/{{ v }}/{id}/:n?q={{q}}&r={r}#x').filter(({ kind }) => kind !== 'text').map(({ kind, name, inQuery }) => [kind, name, inQuery])).toEqual([
      ['variable', 'v', false], ['path', 'id', false], ['path', 'n', false], ['variable', 'q', true], ['path', 'r', true],
    ]);
    expect(urlPieces('/{{v}}?a=b#c').map(({ text }) => text).join('')).toBe('/{{v}}?a=b#c');
  });

  it('are filled in where the address is shown, but for secrets and unknown ones', () => {
    const layers = [layerOf({ host: 'h.example', key: { value: 's', secret: true } }), layerOf({ host: 'no', v: 'v2' })];
    const address = addressOf({ id: 'a', server_url: 'https://{{host}}', base_path: '' }, { path: '/{{v}}/{{key}}/{{nobody}}', parameters: [] }, (text) => filledIn(text, layers));
    expect(addressText(address)).toBe('https://h.example/v2/{{key}}/{{nobody}}');
    expect(address.filter(({ kind }) => kind === 'missing').map(({ text }) => text)).toEqual(['{{key}}', '{{nobody}}']);
  });
});
