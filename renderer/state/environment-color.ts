/** The colours that can stand for an environment; each has a light and a dark shade in the style sheet. */
export type EnvironmentColor = 'red' | 'orange' | 'green' | 'blue' | 'violet' | 'turquoise' | 'gray';

const byName: readonly (readonly [RegExp, EnvironmentColor])[] = [
  [/\b(prod|production|live)\b/i, 'red'],
  [/\b(stag|staging|uat|pre-?prod|preview)/i, 'orange'],
  [/\b(test|qa|ci)\b/i, 'violet'],
  [/\b(dev|development|local|sandbox|default)\b/i, 'blue'],
];
const others: readonly EnvironmentColor[] = ['green', 'turquoise', 'violet', 'gray'];

/** An environment's colour: by what its name says that it is, else one that stays the same for the same id. */
export function environmentColor(environment: { readonly id: string; readonly name: string } | undefined): EnvironmentColor {
  if (!environment) return 'gray';
  const known = byName.find(([pattern]) => pattern.test(environment.name));
  if (known) return known[1];
  let sum = 7;
  for (const letter of environment.id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return others[sum % others.length] ?? 'gray';
}

/** Production asks for a typed name before what cannot be undone. */
export const isProduction = (environment: { readonly id: string; readonly name: string } | undefined): boolean =>
  environmentColor(environment) === 'red';
