/** An answer, and assertions as Bruno writes them with what Bruno makes of each. */

export const answer = { status: 201, type: 'application/json', data: { id: 7, name: 'Ada', tags: ['a', 'b'], none: null, empty: '', 'a b': [{ c: true }], list: [], no: false } };

export const assertions: readonly (readonly [expression: string, value: string, passes: boolean])[] = [
  ['res.status', '201', true], ['res.status', 'neq 201', false], ['res.status', 'gte 201', true], ['res.status', 'lte 200', false], ['res.status', 'between 200, 299', true],
  ['res.status', 'in [200, 201]', true], ['res.status', 'in 200,204', false], ['res.status', 'isNumber', true], ['res.status', 'gt 200', true],
  ['res.headers["content-type"]', 'contains json', true], ['res.headers["content-type"]', 'startsWith application', true], ["res.headers['x-none']", 'isDefined', false], ["res.headers['x-none']", 'isUndefined', true],
  ['res.responseTime', 'lt 600000', true],
  ['res.body.id', 'eq 7', true], ['res.body.id', 'gte 8', false], ['res.body.id', 'lte 7', true], ['res.body.id', 'between 7, 9', true], ['res.body.id', 'in 1, 7', true], ['res.body.id', 'notIn [1, 7]', false], ['res.body.id', 'isNumber', true], ['res.body.id', 'isString', false],
  ['res.body.name', 'eq "Ada"', true], ['res.body.name', 'eq Ada', true], ['res.body.name', 'matches ^A', true], ['res.body.name', 'matches /b$/', false], ['res.body.name', 'endsWith da', true], ['res.body.name', 'length 3', true], ['res.body.name', 'notContains z', true],
  ['res.body.tags', 'length 3', false], ['res.body.tags', 'contains a', true], ['res.body.tags', 'notContains b', false], ['res.body.tags', 'isArray', true], ['res.body.tags[1]', 'eq b', true], ['res.body.list', 'isEmpty', true], ['res.body.tags', 'isNotEmpty', true],
  ['res.body.none', 'isNull', true], ['res.body.none', 'isDefined', true], ['res.body.nothing', 'isUndefined', true], ['res.body.nothing', 'isNull', false], ['res.body.empty', 'isEmpty', true],
  ['res.body["a b"][0].c', 'isTruthy', true], ['res.body.no', 'isFalsy', true], ['res.body.no', 'isBoolean', true], ['res.body', 'isJson', true], ["res('tags[0]')", 'eq a', true],
];
