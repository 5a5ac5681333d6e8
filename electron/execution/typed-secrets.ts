import { namesCredential } from './compose/secret-names.ts';
import { scalarText, type BodySpec, type ExecutionRequest, type Fields } from './request.ts';

/** What stands in a request under the name of a secret, whoever wrote it there: it is masked as credentials are [F-20]. */
export const typedSecrets = ({ headers, query, body }: Partial<ExecutionRequest>): string[] => [...inHeaders(headers ?? {}), ...inFields(query ?? {}), ...inBody(body)].filter((text) => text !== '');

function inHeaders(headers: Fields): string[] {
  return Object.entries(headers).flatMap(([name, given]) => {
    const text = scalarText(given) ?? '';
    if (/^cookie$/i.test(name)) return text.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
    // Targets repeat the whole, or what comes after its scheme.
    return namesCredential(name) ? [text, text.replace(/^\S+\s+/, '')] : [];
  });
}

/** Texts and numbers under such a name, at any depth; of a form's parts, `name` and `value` stand beside each other. */
function inFields(value: unknown, hiding = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => inFields(item, hiding));
  if (typeof value !== 'object' || value === null) return hiding ? [scalarText(value) ?? ''] : [];
  const { name } = value as Fields;
  const isPart = typeof name === 'string' && namesCredential(name);
  return Object.entries(value).flatMap(([key, inner]) => inFields(inner, hiding || namesCredential(key) || (isPart && key === 'value')));
}

function inBody(body: BodySpec | null | undefined): string[] {
  const { type, content, content_type } = body ?? {};
  if (type === 'binary') return [];
  if (typeof content !== 'string') return inFields(content);
  if (type === 'x-www-form-urlencoded' || /x-www-form-urlencoded/i.test(content_type ?? '')) return inFields(Object.fromEntries(new URLSearchParams(content)));
  if (!/^\s*[[{]/.test(content)) return [];
  try {
    return inFields(JSON.parse(content));
  } catch {
    return [];
  }
}
