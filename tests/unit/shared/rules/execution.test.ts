import { describe, expect, it } from 'vitest';
import { executionResult } from '../../../../shared/contract/http.ts';
import { executing, executionError, executionFailed } from '../../../../shared/rules/execution.ts';

const run = { correlationId: 'c-1', now: 0, known: { endpoint_id: 'e-1' } };

describe('what stands for a result', () => {
  it.each([
    ['while it runs [S-011][E-073]', executing(run), 0, 'Executing...', null],
    ['when the target could not be called [E-071]', executionError(run, 'refused'), 500, 'Execution Error', 'refused'],
    ['when nobody knows better [S-012][E-072][A-003]', executionFailed(run), 500, 'Execution Failed', 'Execution Failed'],
    ['when the failure says more [S-012]', executionFailed(run, { status: 503, statusText: 'Busy', error: 'later' }), 503, 'Busy', 'later'],
  ])('%s', (_title, result, status, statusText, error) => {
    expect(result).toMatchObject({ status, statusText, error, correlationId: 'c-1', endpoint_id: 'e-1', timestamp: '1970-01-01T00:00:00.000Z', execution_mode: 'sync' });
  });

  it('has every field of a result [N-030][K-024]', () => {
    const { spooled: _ofLargeAnswers, text: _ofWhatIsWrittenOtherwise, ...always } = executionResult.shape;
    expect(Object.keys(executing(run)).toSorted()).toEqual(Object.keys(always).toSorted());
    expect(executionResult.safeParse(executing(run)).success).toBe(true);
  });
});
