import { refuse } from './request.ts';

/** The bytes of a base64 text (RFC 4648, section 4; line breaks are passed over); `invalid_input` for any other text. */
export function fromBase64(content: unknown, what: string): Buffer {
  const text = typeof content === 'string' ? content.replace(/\s+/g, '') : null;
  if (text === null || text.length % 4 === 1 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw refuse('body', `The content of ${what} is not base64. Choose the file again.`);
  }
  return Buffer.from(text, 'base64');
}
