import { expect, test } from 'vitest';
import { expiriesOf } from '../../../../../renderer/areas/home/expiries.tsx';

const now = Date.parse('2026-03-29T12:00:00Z');
const minute = 60_000;
const at = (minutes: number) => new Date(now + minutes * minute).toISOString();
const oauth = (fields: object) => expiriesOf('oauthConnections', [{ id: 'c', ...fields }], now).map(({ state, at }) => [state, (at - now) / minute]);
const app = (fields: object) => expiriesOf('appConnections', [{ id: 'c', ...fields }], now).map(({ state }) => state);

test('an OAuth connection is told when its token has expired, is about to, or is not there [S-020][S-022][S-023]', () => {
  const access_token = { $secret: true };
  expect(oauth({ access_token, expires_at: at(-60) })).toEqual([['expired', -60]]);
  expect(oauth({ access_token, expires_at: at(5) })).toEqual([['expiring', 5]]);
  expect(oauth({ access_token, expires_at: at(6) })).toEqual([]);
  expect(oauth({ access_token, expires_at: (now + minute) / 1000 })).toEqual([['expiring', 1]]);
  expect(oauth({ access_token })).toEqual([]);
  expect(oauth({ access_token, expires_at: at(60), health_status: 'expired' })).toEqual([['ended', Number.NaN]]);
  expect(oauth({ access_token: '', expires_at: at(60) })).toEqual([['ended', Number.NaN]]);
});

test('where the list leaves tokens out, it is what the list says [S-031]', () => {
  expect(oauth({ is_active: true })).toEqual([]);
  expect(oauth({ is_active: true, expires_at: at(1) })).toEqual([['expiring', 1]]);
  expect(oauth({ is_active: false })).toEqual([['ended', Number.NaN]]);
});

test('an app connection is told only where it says when it expires: one by API key has no end', () => {
  expect(app({ credentials: { api_key: { $secret: true } } })).toEqual([]);
  expect(app({ credentials: { access_token: { $secret: true }, expires_at: at(-1) } })).toEqual(['expired']);
  expect(app({ expires_at: at(2) })).toEqual(['expiring']);
});
