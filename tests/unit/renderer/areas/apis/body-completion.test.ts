import { describe, expect, it } from 'vitest';
import { completeBody, positionIn } from '../../../../../renderer/areas/apis/body-completion.ts';

const schema = {
  type: 'object', required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is called.' },
    kind: { type: 'string', enum: ['dog', 'cat'] },
    id: { type: 'integer', readOnly: true },
    owner: { allOf: [{ type: 'object', properties: { age: { type: 'integer' } } }, { properties: { vip: { type: 'boolean' } } }] },
    tags: { type: 'array', items: { type: 'object', properties: { word: { type: 'string' } } } },
  },
};
const complete = completeBody(schema, ['host', 'token']);
/** What is offered where `|` stands. */
const offered = (text: string) => {
  const [before = '', after = ''] = text.split('|');
  return complete(before, after)?.offers.map(({ label }) => label);
};
const taken = (text: string, label: string) => {
  const [before = '', after = ''] = text.split('|');
  const found = complete(before, after)!;
  const whole = before + after;
  return whole.slice(0, found.from) + found.offers.find((one) => one.label === label)!.insert + whole.slice(found.to);
};

describe('what is offered in a JSON body', () => {
  it('is the names that the object has not yet, and that can be written', () => {
    expect(offered('{|')).toEqual(['"name"', '"kind"', '"owner"', '"tags"']);
    expect(offered('{"name": "x", "|"}')).toEqual(['"kind"', '"owner"', '"tags"']);
    expect(offered('{"owner": {|')).toEqual(['"age"', '"vip"']);
    expect(offered('{"tags": [{"word": ""}, {"|')).toEqual(['"word"']);
  });

  it('is the values that a member can have', () => {
    expect(offered('{"kind": |')).toEqual(['"dog"', '"cat"']);
    expect(offered('{"kind": "d|"')).toEqual(['"dog"', '"cat"']);
    expect(offered('{"owner": {"vip": t|')).toEqual(['true', 'false']);
    expect(offered('{"name": |')).toBeUndefined();
    expect(offered('|')).toBeUndefined();
  });

  it('comes with the beginning of its value, and takes the place of what is written', () => {
    expect(taken('{"na|"}', '"name"')).toBe('{"name": ""}');
    expect(taken('{"o|": 1}', '"owner"')).toBe('{"owner": 1}');
    expect(taken('{"kind": "d|"}', '"cat"')).toBe('{"kind": "cat"}');
  });

  it('is the variables behind two braces, in any text', () => {
    expect(offered('{"name": "{{|')).toEqual(['{{host}}', '{{token}}']);
    expect(taken('a {{ho|}} b', '{{host}}')).toBe('a {{host}} b');
  });
});

it('knows where a text that is not JSON yet ends', () => {
  expect(positionIn('{"a": [1, {"b": "}", "c"')).toMatchObject({ path: ['a', 1], place: 'name', names: ['b'] });
  expect(positionIn('{"a": "x\\"y')).toMatchObject({ path: [], place: 'value', name: 'a', from: 6 });
});
