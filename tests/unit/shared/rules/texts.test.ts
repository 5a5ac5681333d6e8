import { describe, expect, it } from 'vitest';
import * as constants from '../../../../shared/rules/constants.ts';
import { remembered } from '../../../../shared/rules/search-history.ts';
import { reasonPhrase } from '../../../../shared/rules/status-text.ts';
import { unknownError } from '../../../../shared/rules/unknown-error.ts';

describe('status texts [E-077][A-017]', () => {
  it.each([
    [200, 'OK'], [201, 'Created'], [204, 'No Content'], [400, 'Bad Request'], [401, 'Unauthorized'], [403, 'Forbidden'], [404, 'Not Found'],
    [405, 'Method Not Allowed'], [500, 'Internal Server Error'], [502, 'Bad Gateway'], [503, 'Service Unavailable'], [504, 'Gateway Timeout'],
    [418, 'Unknown Status'], [0, 'Unknown Status'], [Number.NaN, 'Unknown Status'],
  ])('%d is %s', (status, phrase) => {
    expect(reasonPhrase(status)).toBe(phrase);
  });
});

describe('what is said of an unknown failure [E-004][E-020][E-060][A-004]', () => {
  it.each([
    ['Failed to fetch agent memories', 'An unknown error occurred while fetching agent memories'],
    ['Failed to create agent memory', 'An unknown error occurred while creating agent memory'],
    ['Failed to delete service account', 'An unknown error occurred while deleting service account'],
    ['Operation failed', 'Unknown error occurred'],
    ['Failed to constructor it', 'Unknown error occurred'],
    ['', 'Unknown error occurred'],
  ])('after “%s”: %s', (fallback, text) => {
    expect(unknownError(fallback)).toBe(text);
  });
});

describe('search history [K-014]', () => {
  it('keeps 50, newest first', () => {
    const history = Array.from({ length: 60 }, (_, index) => `q${index}`).reduce<string[]>(remembered, []);
    expect(history).toHaveLength(50);
    expect(history[0]).toBe('q59');
  });
  it('has each search once, and nothing blank', () => {
    expect(remembered(['a', 'b'], ' b ')).toEqual(['b', 'a']);
    expect(remembered(['a'], '  ')).toEqual(['a']);
  });
});

describe('constants', () => {
  it.each([
    ['K-001', [constants.defaultPage, constants.defaultLimit], [1, 10]],
    ['K-002', constants.executionTimeout, 30_000],
    ['K-003', constants.tokenInfoLifetime, 30_000],
    ['K-004', constants.connectionStaleAfter, 30_000],
    ['K-005', [constants.fetchRetries, constants.retryWait(1), constants.retryWait(2), constants.finalStatuses], [2, 1_000, 2_000, [401, 404]]],
    ['K-006', constants.expiringWindow, 300_000],
    ['K-007', constants.waitAfterRefresh, 1_000],
    ['K-008', constants.implicitExpirySeconds, 3_600],
    ['K-009', constants.implicitTokenType, 'Bearer'],
    ['K-011', constants.defaultDeploymentType, 'Internal'],
    ['K-012', constants.defaultCancelReason, 'User requested cancellation'],
    ['K-013', constants.defaultMaxResults, 5],
    ['K-014', constants.searchHistoryKept, 50],
    ['K-015', constants.executionsKept, 1_000],
    ['K-016', constants.executionsKeptPerEndpoint, 100],
    ['K-017', constants.testsKeptPerEndpoint, 50],
    ['K-018', constants.clonedVersion, { version: 1, version_tag: 'Initial version (cloned)' }],
    ['K-019', constants.defaultWorkflowType, 'langgraph'],
    ['K-020', constants.defaultCreator, 'system'],
    ['K-021][K-022', constants.documentView, { view: 'grid', sort: 'updatedAt', direction: 'descending' }],
    ['K-023', constants.uploadEncoding, 'base64'],
    ['K-024', constants.defaultExecutionMode, 'sync'],
    ['K-025', constants.hotReload, { scope: 'all', force: false }],
    ['K-026', constants.includeRelationships, true],
    ['K-027', constants.defaultComplexity, 'medium'],
    ['K-028', constants.failureStatus, 500],
    ['K-029', constants.noAuth, { type: 'none', credentials: {} }],
  ])('[%s]', (_row, value, expected) => {
    expect(value).toEqual(expected);
  });
});
