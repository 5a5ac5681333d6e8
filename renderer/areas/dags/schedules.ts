/** Schedules that most DAGs have; any other is a cron expression of five fields. */
export const schedules: readonly (readonly [value: string | null, label: string])[] = [
  [null, 'By hand only'],
  ['@hourly', 'Every hour'],
  ['@daily', 'Every day at 00:00'],
  ['@weekly', 'Every Sunday at 00:00'],
  ['@monthly', 'On the first of each month at 00:00'],
  ['@continuous', 'Again and again, one run after the other'],
  ['0 6 * * 1-5', 'On workdays at 06:00'],
  ['*/15 * * * *', 'Every 15 minutes'],
];

type Definition = Readonly<Record<string, unknown>>;

/** A definition's text as an object, or undefined where it is none. */
export function definitionOf(text: string): Definition | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Definition) : undefined;
  } catch {
    return undefined;
  }
}

export const textOfDefinition = (definition: Definition): string => JSON.stringify(definition, null, 2);
