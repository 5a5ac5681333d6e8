import { jsonProblem } from '../../../components/json-editor/json-problem.ts';

/** What is wrong with a conf's text, or undefined; an empty text is none. */
export function confProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const problem = jsonProblem(text);
  if (problem) return problem.message;
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'The conf must be an object, such as {"day": "2026-03-29"}';
}
