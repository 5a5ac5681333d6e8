import { expect, it } from 'vitest';
import { testsOfScript } from '../../../../electron/platform/composer/interchange/postman-tests.ts';
import { jsonataOf, scriptWayOf } from '../../../../electron/platform/composer/interchange/script-path.ts';
import { brunoAssertions, postmanScript } from '../../../../electron/platform/composer/interchange/write-tests.ts';
import type { Problem } from '../../../../electron/platform/composer/interchange/collection.ts';
import { testsOfAssertions } from '../../../../electron/platform/composer/interchange/bruno-assertions.ts';

it.each([
  ['pm.test("Status code is 200", function () {\n    pm.response.to.have.status(200);\n});', { name: 'Status code is 200', source: 'status', comparison: 'equals', expected: 200 }],
  ["pm.test('Response time is less than 200ms', () => {\n  pm.expect(pm.response.responseTime).to.be.below(200);\n});", { name: 'Response time is less than 200ms', source: 'duration', comparison: 'less', expected: 200 }],
  ['pm.test("Content-Type is present", function () { pm.response.to.have.header("Content-Type"); });', { name: 'Content-Type is present', source: 'header', path: 'Content-Type', comparison: 'exists', expected: true }],
  ['pm.test("x", () => pm.expect(pm.response.json().items[0].name).to.eql("a"));', { name: 'x', source: 'body', path: 'items[0].name', comparison: 'equals', expected: 'a' }],
])('a test of Postman that says one thing is read, and not run: %s', (script, test) => {
  expect(testsOfScript(script)).toEqual({ tests: [test], whole: true });
});

it.each([
  ['const data = pm.response.json();\npm.test("x", () => pm.expect(data.a).to.eql(1));', 0], ['pm.test("x", () => { pm.expect(pm.response.code).to.eql(200); process.exit(1); });', 0],
  ['pm.test("a", () => pm.expect(pm.response.code).to.eql(200));\npm.environment.set("a", 1);', 1], ['pm.test("x", () => pm.expect(pm.response.code).to.eql(f()));', 0],
  ['pm.test("x", () => pm.expect(pm.response.json().a[f()]).to.eql(1));', 0],
])('what would have to be run is not: %s', (script, read) => {
  const { tests, whole } = testsOfScript(script);
  expect([tests.length, whole]).toEqual([read, false]);
});

it('takes a long script that is none in good time', () => {
  expect(testsOfScript(`pm.test("a", () => {${' '.repeat(200_000)}x`).whole).toBe(false);
  expect(testsOfScript(`pm.test("${'a'.repeat(200_000)}`).whole).toBe(false);
});

const tests = [
  { name: 'is made', source: 'status', comparison: 'equals', expected: 201 }, { name: 'soon', source: 'duration', comparison: 'less', expected: 60_000 }, { name: 'is JSON', source: 'header', path: 'Content-Type', comparison: 'contains', expected: 'json' },
  { name: 'has "quotes"', source: 'body', path: 'a.`b c`[0].d', comparison: 'equals', expected: 'x' }, { name: 'matches', source: 'body', path: 'id', comparison: 'matches', expected: '^\\d+$' }, { name: 'there', source: 'body', path: 'id', comparison: 'exists', expected: true },
  { name: 'first', source: 'body', path: '$[0]', comparison: 'not_equals', expected: null },
];

it('our tests come back from Postman as they were', () => {
  const problems: Problem[] = [];
  expect(testsOfScript(postmanScript(tests, 'here', problems).join('\n'))).toEqual({ tests, whole: true });
  expect(problems).toEqual([]);
});

it('our tests come back from Bruno as they were, but for their names and the case of a header’s', () => {
  const problems: Problem[] = [];
  const written = brunoAssertions(tests, 'here', problems);
  const back = testsOfAssertions(written, 'here', problems);
  const nameless = (all: readonly object[]) => all.map((one) => Object.assign({}, one, { name: '' }));
  const expected = tests.map((one) => (one.source === 'header' ? Object.assign({}, one, { path: 'content-type' }) : one.comparison === 'exists' ? Object.assign({}, one, { path: '$exists(id)', comparison: 'equals' }) : one));
  expect(nameless(back)).toEqual(nameless(expected));
  expect([brunoAssertions(back, 'here', problems), problems]).toEqual([written, []]);
});

it('what another tool cannot say is told', () => {
  const odd = [{ name: 'sum', source: 'body', path: '$sum(items.price)', comparison: 'equals', expected: 1 }, { name: 'document', source: 'body', comparison: 'schema' }];
  const problems: Problem[] = [];
  expect([postmanScript(odd, 'here', problems), brunoAssertions(odd, 'here', problems)]).toEqual([[], []]);
  expect(problems.map(({ message }) => message.slice(0, 30))).toEqual(['Its test “sum” is left out: it', 'Its test “document” is left ou', 'Its test “sum” is left out: Br', 'Its test “document” is left ou']);
});

it.each(['', 'a', 'a.b', '$[0]', 'a[1].`b c`.d'])('the path %j goes to scripts and back', (path) => {
  expect(jsonataOf(scriptWayOf(path)!)).toBe(path);
});
