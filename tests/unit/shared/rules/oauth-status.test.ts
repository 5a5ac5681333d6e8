import { describe, expect, it } from 'vitest';
import {
  isDisconnected, isStale, statusOfListed, statusOfReport, statusOfValidation, storeStatus, validateConnection, validateToken, validationOfFailure, withoutConnection,
} from '../../../../shared/rules/oauth-status.ts';

const now = Date.parse('2026-05-01T12:00:00.000Z');
const inMs = (left: number) => new Date(now + left).toISOString();
const token = { access_token: 'x' };

describe('the server-facing reading of a token', () => {
  it.each([
    ['no connection is not found, for good [S-017]', undefined, 'not_found'],
    ['no token [S-013]', { expires_at: inMs(900_000) }, 'invalid'],
    ['an empty token [S-013]', { access_token: '' }, 'invalid'],
    ['no expiry [S-016]', token, 'valid'],
    ['an expiry that cannot be read', { ...token, expires_at: 'soon' }, 'valid'],
    ['past by 1 ms [S-014]', { ...token, expires_at: inMs(-1) }, 'expired'],
    ['exactly now [S-014]', { ...token, expires_at: inMs(0) }, 'expired'],
    ['1 ms left [S-015]', { ...token, expires_at: inMs(1) }, 'expiring'],
    ['299999 ms left [S-015][K-006]', { ...token, expires_at: inMs(299_999) }, 'expiring'],
    ['exactly 300000 ms left is not under 5 minutes [S-015][K-006][A-002]', { ...token, expires_at: inMs(300_000) }, 'valid'],
    ['300001 ms left [S-015]', { ...token, expires_at: inMs(300_001) }, 'valid'],
    ['milliseconds since the epoch', { ...token, expires_at: now + 1 }, 'expiring'],
    ['seconds since the epoch', { ...token, expires_at: now / 1_000 - 1 }, 'expired'],
    ['a token that is only marked', { access_token: { $secret: true } }, 'valid'],
  ] as const)('%s', (_title, connection, status) => {
    expect(validateToken(connection, now).status).toBe(status);
  });

  it('says what to do about it [S-013][S-015][S-017]', () => {
    expect(validateToken({}, now)).toMatchObject({ needs_reauth: true, should_refresh: false, permanent: false });
    expect(validateToken({ ...token, expires_at: inMs(1) }, now)).toMatchObject({ needs_reauth: false, should_refresh: true });
    expect(validateToken(undefined, now)).toMatchObject({ permanent: true });
  });

  it('takes a 401 as expired and a 404 as final, and other failures as nothing of the sort [S-018][S-019][E-075][A-014]', () => {
    expect(validationOfFailure(401)).toMatchObject({ status: 'expired', should_refresh: true, permanent: false });
    expect(validationOfFailure(404)).toMatchObject({ status: 'not_found', permanent: true });
    expect(validationOfFailure(500)).toBeUndefined();
  });
});

describe('the reading of the store', () => {
  it.each([
    ['no token [S-021]', { expires_at: inMs(900_000) }, 'invalid'],
    ['health expired [S-021]', { ...token, health_status: 'expired' }, 'invalid'],
    ['health error [S-022]', { ...token, health_status: 'error', expires_at: inMs(-1) }, 'error'],
    ['no token outweighs health error [S-021]', { health_status: 'error' }, 'invalid'],
    ['past by 1 ms is invalid here, expired there [S-023][A-001]', { ...token, expires_at: inMs(-1) }, 'invalid'],
    ['exactly now [S-023]', { ...token, expires_at: inMs(0) }, 'invalid'],
    ['299999 ms left [S-024]', { ...token, expires_at: inMs(299_999) }, 'expiring'],
    ['exactly 300000 ms left is within 5 minutes [S-024][A-002]', { ...token, expires_at: inMs(300_000) }, 'expiring'],
    ['300001 ms left [S-024]', { ...token, expires_at: inMs(300_001) }, 'connected'],
    ['no expiry [S-024]', token, 'connected'],
  ] as const)('%s', (_title, connection, status) => {
    expect(storeStatus(connection, now)).toBe(status);
  });

  it.each([
    ['the server says expired [S-025]', { status: 'expired' }, { status: 'expired', needs_refresh: true }],
    ['the token has expired [S-025]', { token_expired: true }, { status: 'expired', needs_refresh: true }],
    ['no success [S-025]', { success: false }, { status: 'expired', needs_refresh: true }],
    ['404 [S-026]', { http_status: 404, success: false }, { status: 'not_found', stop: true }],
    ['a permanent failure [S-026]', { permanent: true }, { status: 'not_found', stop: true }],
    ['all is well', { success: true, status: 'valid' }, undefined],
  ] as const)('of a report: %s', (_title, report, expected) => {
    expect(statusOfReport(report)).toEqual(expected);
  });

  it.each([
    ['reauth needed [S-027]', { status: 'valid', needs_reauth: true }, 'invalid'],
    ['expired [S-027]', { status: 'expired', should_refresh: true }, 'invalid'],
    ['invalid [S-027]', { status: 'invalid' }, 'invalid'],
    ['not found [S-027]', { status: 'not_found' }, 'invalid'],
    ['should refresh [S-028]', { status: 'valid', should_refresh: true }, 'expiring'],
    ['expiring [S-028]', { status: 'expiring' }, 'expiring'],
    ['valid [S-028]', { status: 'valid' }, 'connected'],
    ['anything else [S-028]', { status: 'odd' }, 'error'],
    ['nothing [S-028]', {}, 'error'],
  ] as const)('of a validation: %s', (_title, result, status) => {
    expect(statusOfValidation(result)).toBe(status);
  });

  it('takes what a list says until the next check [S-031][A-019]', () => {
    expect([true, false, null].map((is_active) => statusOfListed({ is_active }))).toEqual(['connected', 'invalid', 'invalid']);
  });

  it('is stale after 30000 ms, and not yet at it [S-032][K-004]', () => {
    expect([29_999, 30_000, 30_001].map((age) => isStale(now - age, now))).toEqual([false, false, true]);
  });

  it('drops what was disconnected, and counts a 404 as done [S-029][S-030]', () => {
    expect(withoutConnection([{ id: 'a' }, { id: 'b' }], 'a')).toEqual([{ id: 'b' }]);
    expect([200, 204, 404, 401, 500].map(isDisconnected)).toEqual([true, true, true, false, false]);
  });
});

describe('a connection with all that is known of it', () => {
  const soon = inMs(60_000);
  it.each([
    [undefined, { status: 'not_found', permanent: true }],
    [{ health_status: 'expired' as const }, { status: 'invalid', needs_reauth: true }],
    [{ access_token: 't', health_status: 'expired' as const }, { status: 'expired', needs_reauth: true }],
    [{ access_token: 't', expires_at: soon, health_status: 'error' as const }, { status: 'error', should_refresh: true, needs_reauth: false }],
    [{ access_token: 't', expires_at: soon }, { status: 'expiring', should_refresh: true }],
    [{ access_token: 't', expires_at: now - 1, health_status: 'error' as const }, { status: 'expired', needs_reauth: true }],
  ])('%j is %j [S-013][S-014][S-015][S-017]', (connection, expected) => {
    expect(validateConnection(connection, now)).toMatchObject(expected);
  });
});
