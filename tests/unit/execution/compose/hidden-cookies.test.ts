import { describe, expect, it } from 'vitest';
import { withoutCookieValues } from '../../../../electron/execution/compose/hidden-cookies.ts';

describe('the cookies of an answer in its history [F-20]', () => {
  it.each([
    ['a=canary; Path=/; HttpOnly; Max-Age=60', 'a=***; Path=/; HttpOnly; Max-Age=60'],
    ['PHPSESSID=canary', 'PHPSESSID=***'],
    ['connect.sid=canary=x; Secure', 'connect.sid=***; Secure'],
    ['access_token=canary', 'access_token=***'],
    ['theme=dark; Path=/', 'theme=dark; Path=/'],
    ['nonsense', 'nonsense'],
  ])('%s stands as %s', (set, shown) => {
    expect(withoutCookieValues({ 'x-a': '1', 'set-cookie': ['theme=dark', set] })).toEqual({ 'x-a': '1', 'set-cookie': ['theme=dark', shown] });
    expect(withoutCookieValues({ 'Set-Cookie': `${set}\ntheme=dark` })).toEqual({ 'Set-Cookie': `${shown}\ntheme=dark` });
  });

  it('leaves other headers as they are', () => {
    const headers = { 'x-session': 'a' };
    expect(withoutCookieValues(headers)).toBe(headers);
  });
});
