import type { CodeLanguage } from '../../../shared/contract/composer.ts';
import { snippetLanguages, type SnippetLanguage } from '../../../shared/contract/snippets.ts';
import { textOf } from '../../state/list-order.ts';

export const languageLabels: Readonly<Record<SnippetLanguage, string>> = {
  javascript: 'JavaScript', typescript: 'TypeScript', python: 'Python', go: 'Go', shell: 'Shell', sql: 'SQL', json: 'JSON', yaml: 'YAML', xml: 'XML', graphql: 'GraphQL', text: 'Plain text',
};

/** The language in which code that was generated for a request is written. */
export const languageOfCode: Readonly<Record<CodeLanguage, SnippetLanguage>> = { curl: 'shell', fetch: 'javascript', axios: 'javascript', python: 'python', go: 'go' };

const isLanguage = (text: string): text is SnippetLanguage => (snippetLanguages as readonly string[]).includes(text);

/** In which colours a snippet is shown; of a language that is not known here, in none. */
export function languageOf(value: unknown): SnippetLanguage {
  const text = textOf(value).toLowerCase();
  return isLanguage(text) ? text : 'text';
}

/** What a language is called; one that is not known here, as the platform has it. */
export const languageLabel = (value: unknown): string => {
  const text = textOf(value);
  return isLanguage(text.toLowerCase()) ? languageLabels[languageOf(text)] : text || languageLabels.text;
};
