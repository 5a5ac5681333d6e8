import { isObject } from './request.ts';

/** Bodies as they are edited. No React here. */

export interface Body {
  readonly type: string;
  readonly format?: unknown;
  readonly content_type?: unknown;
  readonly content?: unknown;
  readonly upload?: unknown;
  readonly filename?: unknown;
  readonly size?: unknown;
}

export const bodyOf = (value: unknown): Body => (isObject(value) && typeof value['type'] === 'string' ? (value as unknown as Body) : { type: 'none' });

export const rawFormats = ['json', 'xml', 'html', 'text', 'graphql'] as const;
export type RawFormat = (typeof rawFormats)[number];

const contentTypes: Readonly<Record<RawFormat, string>> = {
  json: 'application/json', xml: 'application/xml', html: 'text/html', text: 'text/plain', graphql: 'application/json',
};

/** What a raw body is: as it says, else by its content type. */
export function formatOf({ format, content_type, content }: Body): RawFormat {
  if (rawFormats.includes(format as RawFormat)) return format as RawFormat;
  if (isObject(content) && typeof content['query'] === 'string') return 'graphql';
  const type = typeof content_type === 'string' ? content_type : '';
  if (/[/+]json\b/i.test(type) || (type === '' && typeof content !== 'string')) return 'json';
  if (/[/+]xml\b/i.test(type)) return 'xml';
  return /html/i.test(type) ? 'html' : /graphql/i.test(type) ? 'graphql' : 'text';
}

/** The text of a raw body. */
export function rawTextOf({ content }: Body): string {
  if (typeof content === 'string') return content;
  if (isObject(content) && typeof content['query'] === 'string') return content['query'];
  return content === undefined || content === null ? '' : JSON.stringify(content, null, 2);
}

/** The same body in another format: its text stays. */
export function withFormat(body: Body, format: RawFormat): Body {
  const text = rawTextOf(body);
  return { ...body, format, content_type: contentTypes[format], content: format === 'graphql' ? { query: text } : text };
}

/** A file: in base64, or by the id of its upload. */
export interface FileOfBody {
  readonly filename?: string;
  readonly content?: string;
  readonly content_type?: string;
  readonly upload?: string;
  /** Bytes of what is uploaded. */
  readonly size?: number;
}

/** One line of a form: a text, or a file. */
export interface Part extends FileOfBody {
  readonly name: string;
  readonly value?: string;
}

/** The parts of a form, also of one that is written as names and values. */
export function partsOf(content: unknown): Part[] {
  if (Array.isArray(content)) return (content as unknown[]).filter((one): one is Part & Record<string, unknown> => isObject(one) && typeof one['name'] === 'string');
  return isObject(content) ? Object.entries(content).map(([name, value]) => ({ name, value: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') })) : [];
}

export const isFile = ({ filename, content, upload }: Part): boolean => filename !== undefined || content !== undefined || upload !== undefined;

/** How many bytes a base64 text stands for. */
export const bytesOfBase64 = (text: string): number => Math.floor((text.length * 3) / 4) - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** Bytes of a file that stands in the request itself, in its draft, and in the endpoint that is saved; a larger one is uploaded beside it. */
export const largestInline = 1_000_000;
