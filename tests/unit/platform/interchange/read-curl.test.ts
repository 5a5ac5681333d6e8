import { describe, expect, it } from 'vitest';
import { endpoint, firstApi, messages, parameter, read, signsIn } from './reading.ts';

describe('a command of curl [F-12]', () => {
  it.each([
    ["curl 'https://h/a' --data-raw 'it'\\''s'", "it's"],
    [String.raw`curl https://h/a --data-raw $'a\nb\u0021 \'c\''`, "a\nb! 'c'"],
    [String.raw`curl https://h/a -d "say \"hi\" for \$5 \\ \n"`, String.raw`say "hi" for $5 \ \n`],
    ['curl https://h/a \\\n  -d one\\ two \\\n  -X PUT', 'one two'],
    ['curl ^"https://h/a^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"100^% ^\\^"^}^"', '{"a":"100% "}'],
    ['curl "https://h/a" ^\n  --data-raw "{\\"a\\":\\"b & c\\"}"', '{"a":"b & c"}'],
    ['curl "https://h/a" ^\n -d "say ""hi"""', 'say "hi"'],
    ['$ /usr/bin/curl https://h/a -dx ;', 'x'],
    ["curl https://h/a --data-binary 'a\nb'", 'a\nb'],
  ])('is read with the quotes of its shell: %j', (command, content) => {
    expect(endpoint(command).body).toMatchObject({ type: 'raw', content });
    expect(endpoint(command).path).toBe('/a');
  });

  it.each([
    ['curl h', 'GET'], ['curl h -d a=1', 'POST'], ['curl h -XPATCH -d a=1', 'PATCH'], ['curl h -I', 'HEAD'], ['curl h -G -d a=1', 'GET'], ['curl h -T file', 'PUT'], ['curl -sSLkX DELETE h', 'DELETE'], ['curl h -F a=1', 'POST'],
  ])('says its method, or implies it: %s', (command, method) => {
    expect(endpoint(command).method).toBe(method);
    expect(firstApi(command).api.server_url).toBe('http://h');
  });

  it('takes its query apart, and leaves in the path what cannot be written anew', () => {
    expect(endpoint("curl -G 'https://h/a?x=1&x=2&flag&y=%2C+b' --data-urlencode 'q=a&b' --url-query 'z=1'")).toMatchObject({
      path: '/a?flag', parameters: [parameter('x', ['1', '2']), parameter('y', ', b'), parameter('z', '1'), parameter('q', 'a&b')], body: { type: 'none' },
    });
  });

  it('has no variables in a path that only looks like having some', () => {
    expect(endpoint("curl -g 'https://h/v1/:batch/{id}/{{real}}'")).toMatchObject({ path: '/v1/%3Abatch/%7Bid%7D/{real}', parameters: [{ name: 'real', in: 'path', required: true }] });
  });

  it.each([
    ["curl h -u 'ada:pass:word'", { type: 'basic_auth', credentials: { username: 'ada', password: 'pass:word' } }],
    ['curl h --digest -u ada:x', { type: 'digest', credentials: { username: 'ada', password: 'x' } }],
    ['curl http://ada:x%40y@h/', { type: 'basic_auth', credentials: { username: 'ada', password: 'x@y' } }],
    ['curl h --oauth2-bearer t', { type: 'bearer_token', credentials: { token: 't' } }],
    ["curl h -H 'Authorization: Bearer t'", { type: 'bearer_token', credentials: { token: 't' } }],
    ["curl h -H 'authorization: Basic YWRhOng6eQ=='", { type: 'basic_auth', credentials: { username: 'ada', password: 'x:y' } }],
    ["curl h -H 'Authorization: Token t'", { type: 'api_key', credentials: { name: 'Authorization', value: 't', in: 'header', prefix: 'Token' } }],
    ["curl h -H 'X-Api-Key: k'", { type: 'api_key', credentials: { name: 'X-Api-Key', value: 'k', in: 'header' } }],
    ["curl h -b 'a=1' -b 'b=2'", { type: 'custom', credentials: { headers: { Cookie: 'a=1; b=2' } } }],
    ["curl h -b 'a=1' -H 'X-Api-Key: k'", { type: 'custom', credentials: { headers: { 'Cookie': 'a=1', 'X-Api-Key': 'k' } } }],
    ["curl h -H 'Authorization: Digest username=\"ada\", nonce=\"1\"'", { type: 'digest', credentials: { username: 'ada', password: '' } }],
    ['curl h', { type: 'none', credentials: {} }],
  ])('keeps what signs in as authentication: %s', (command, auth) => {
    expect(signsIn(command)).toEqual(auth);
    expect(endpoint(command).headers).toEqual({});
  });

  it.each([
    ["curl h -d a=1 -d 'b=2&b=3'", { type: 'x-www-form-urlencoded', content: { a: '1', b: ['2', '3'] } }],
    ["curl h -d '{\"a\":1}'", { type: 'raw', content_type: 'application/x-www-form-urlencoded', content: '{"a":1}' }],
    ["curl h -H 'Content-Type: application/json' -d '{\"a\":1}'", { type: 'raw', content_type: 'application/json', content: '{"a":1}' }],
    ["curl h --json '{\"a\":1}'", { type: 'raw', content_type: 'application/json', content: '{"a":1}' }],
    ["curl h -F 'a=1;type=text/x' -F 'f=@/x/y.png;type=image/png;filename=z.png' --form-string 'b=@c;type=d'", {
      type: 'form-data', content: [{ name: 'a', value: '1', content_type: 'text/x' }, { name: 'f', filename: 'z.png', content_type: 'image/png', content: '' }, { name: 'b', value: '@c;type=d' }],
    }],
    ["curl h -H 'Content-Type: text/plain;' -H 'X-Empty;' -H 'X-None:' -d ''", { type: 'raw', content_type: 'text/plain;', content: '' }],
  ])('has its body: %s', (command, body) => {
    expect(endpoint(command).body).toEqual(body);
  });

  it('may come with others, each with the comment before it as its name', () => {
    const all = firstApi('# Read one\ncurl https://h/a\n\n# Make # one\ncurl https://h/b -d x --next https://h/c\ncurl https://h/d https://h/e');
    expect(all.endpoints.map(({ name, method, path }) => [name, method, path])).toEqual([['Read one', 'GET', '/a'], ['Make # one', 'POST', '/b'], ['Make # one', 'GET', '/c'], ['GET /d', 'GET', '/d'], ['GET /e', 'GET', '/e']]);
  });

  it('never has a file read, and says which', () => {
    const command = "curl https://h/a -d @/etc/passwd -H @/etc/headers -b /etc/cookies -F 'x=</etc/x'";
    expect(JSON.stringify(read(command).apis)).not.toMatch(/root:|\/etc\//);
    expect(messages(command).filter((message) => message.includes('was not read'))).toHaveLength(4);
  });

  it('says what it asks for that cannot be done', () => {
    expect(messages('curl https://h/a -k --ntlm --fancy --proxy p:1 -o out')).toEqual([
      expect.stringContaining('certificates') as string, expect.stringContaining('--ntlm') as string, expect.stringContaining('“--fancy” is not known') as string, 'The option “--proxy” is left out.',
    ]);
    expect(messages('curl ftp://h/a\ncurl https://h/b')).toEqual(['“ftp” is not called here, only http and https are; the request is left out.']);
  });

  it('leaves out headers that frame the message, and those that cannot be sent', () => {
    const command = "curl https://h/a -H 'Content-Length: 5' -H 'Host: h' -H 'X-A: b' -H $'X-B: a\\x01'";
    expect(endpoint(command).headers).toEqual({ 'X-A': 'b' });
    expect(messages(command)).toEqual(['The header “X-B” holds characters that headers cannot carry, and is left out.']);
  });
});
