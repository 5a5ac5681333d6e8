import { importInThread } from '../../../../electron/platform/composer/openapi/import-in-thread.ts';

/**
 * Run as a process: imports a document of the kind that is named and prints what came of it, with the most memory that
 * the process ever held, in MB. A reader that takes the process along prints nothing.
 */
const head = '{"openapi":"3.0.0","info":{"title":"T","version":"1"},"servers":[{"url":"https://h"}],';
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));
const each = (size: number, one: (at: number) => string) => {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < size; at += 1) {
    parts.push(one(at));
    length += parts[at]!.length + 1;
  }
  return parts.join(',');
};
/** An operation of about 1.3 KB, as vendors write them. */
const operation = (at: number) =>
  `"/things/${at}/{id}":{"get":{"operationId":"thing${at}","summary":"Get thing ${at}","description":"${fill('It says what a thing is. ', 400)}","tags":["things"],"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string","format":"uuid"}},{"name":"limit","in":"query","schema":{"type":"integer","default":20}}],"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}},"404":{"description":"${fill('None. ', 300)}"}}}}`;

export const documents: Readonly<Record<string, (size: number) => string>> = {
  operations: (size) => `${head}"paths":{${each(size, operation)}},"components":{"schemas":{"Thing":{"type":"object","properties":{"id":{"type":"string"},"child":{"$ref":"#/components/schemas/Thing"}}}}}}`,
  prose: (size) => `${head}"paths":{"/a":{"get":{"description":"${fill('word ', size)}"}}}}`,
  lists: (size) => `${head}"x":[${fill('[],', size)}1]}`,
  objects: (size) => `${head}"x":[${fill('{},', size)}1]}`,
  shapes: (size) => `${head}"x":[${each(size, (at) => `{"${at.toString(36)}":1}`)}]}`,
  keys: (size) => `${head}"x":{${each(size, (at) => `"${at.toString(36)}":1`)}}}`,
  numbers: (size) => `${head}"x":[${fill('1.5,', size)}1]}`,
  paths: (size) => `${head}"paths":{${each(size, (at) => `"/${at.toString(36)}":{"get":{}}`)}}}`,
  nested: (size) => `${head}"x":${fill('[', size / 2)}${fill(']', size / 2)}}`,
  yaml_lines: (size) => `openapi: 3.0.0\nx:\n${fill('- a\n', size)}`,
  yaml_flow: (size) => `openapi: 3.0.0\nx: [${fill('a,', size)}b]\n`,
  yaml_prose: (size) => `openapi: 3.0.0\ninfo:\n  title: T\n  description: |\n${fill('    word word word word word word word word\n', size)}paths: {}\n`,
  yaml_operations: (size) => `openapi: 3.0.0\npaths:\n${Array.from({ length: Math.ceil(size / 200) }, (_, at) => `  /things/${at}:\n    get:\n      operationId: thing${at}\n      description: It says what a thing is and where it can be found.\n      responses:\n        '200':\n          description: ok\n`).join('')}`,
};

if (import.meta.main) {
  const [kind = '', megabytes = '50'] = process.argv.slice(2);
  const text = documents[kind]!(Number(megabytes) * 1e6);
  const began = performance.now();
  const came = await importInThread(text, new AbortController().signal).then(({ endpoints }) => `read ${endpoints.length}`, (error: { code?: string }) => String(error.code));
  process.stdout.write(`${JSON.stringify({ came, ms: Math.round(performance.now() - began), memory: Math.round(process.resourceUsage().maxRSS / 1024) })}\n`);
}
