import { z } from 'zod';

/** What an endpoint's answer is held against: its `tests`, and what came of each. */

export const testSources = ['status', 'header', 'body', 'duration'] as const;
export const comparisons = ['equals', 'not_equals', 'contains', 'matches', 'exists', 'less', 'greater', 'schema'] as const;

/**
 * `path` is the header's name, or JSONata over the body, without which the whole body is meant. `duration` is in milliseconds.
 * For `schema`, `expected` is a JSON Schema, or nothing: what the document of the endpoint says of such an answer.
 */
export const endpointTest = z.looseObject({
  name: z.string('A test needs a name').trim().min(1, 'A test needs a name'),
  source: z.enum(testSources, `Choose where to look: ${testSources.join(', ')}`),
  path: z.string('The path must be a text').nullish(),
  comparison: z.enum(comparisons, `Choose how to compare: ${comparisons.join(', ')}`),
  expected: z.unknown().optional(),
}).superRefine(({ source, path, comparison, expected }, problems) => {
  const refuse = (field: string, message: string) => problems.addIssue({ code: 'custom', path: [field], message });
  if (source === 'header' && !path?.trim()) refuse('path', 'Say which header in “path”');
  if (comparison === 'matches' && !isPattern(expected)) refuse('expected', 'Expected must be a regular expression');
  if ((comparison === 'less' || comparison === 'greater') && !isNumber(expected)) refuse('expected', 'Expected must be a number');
  if (comparison === 'schema' && source !== 'body') refuse('source', 'A schema is for the body');
  if (comparison === 'schema' && !isSchema(expected)) refuse('expected', 'Expected must be a JSON Schema, or nothing for the one of the document');
  if (comparison === 'schema' && (expected ?? null) === null && path?.trim()) refuse('expected', 'The document speaks of the whole body; give a schema for a part of it');
  if (comparison !== 'exists' && comparison !== 'schema' && expected === undefined) refuse('expected', 'Say what is expected');
});
export type EndpointTest = z.infer<typeof endpointTest>;

export const endpointTests = z.array(endpointTest, 'Tests are a list of {name, source, path, comparison, expected}');

/** One test and what came of it; `error` where it could not be looked at, such as a path that is no JSONata. */
export const assertion = z.looseObject({
  name: z.string(),
  source: z.string(),
  path: z.string().nullish(),
  comparison: z.string(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  passed: z.boolean(),
  error: z.string().optional(),
});
export type Assertion = z.infer<typeof assertion>;

const isNumber = (value: unknown) => (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value));

const isSchema = (value: unknown) => value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value));

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}
