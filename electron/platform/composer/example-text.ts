/** Examples of answers as documents and collections have them. */

/** As a document or a collection has it; it says nothing of the request. */
export interface ImportedExample {
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it came. */
  readonly text: string;
}

/** Of one endpoint. */
export const mostExamples = 20;

/** The name, with a number behind it where it is taken. */
export function onceNamed(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted} ${count}`;
  return name;
}

/** Its content type, or that of any text. */
export const typeOfExample = ({ headers }: Pick<ImportedExample, 'headers'>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] || 'text/plain';
