/** Images of recipes stand in the recipe itself as data URLs, and are shown to everyone who may see it: only pictures, and none that blow up when they are drawn. */

export const imageBytes = 2 * 1024 * 1024;
/** Of one side, and of the whole picture: what a browser has to hold is four bytes for each. */
export const imageSide = 4096;
export const imagePixels = 8_000_000;

const kinds = 'a PNG, JPEG, WebP or GIF picture';
const tooLarge = `The image is larger than ${imageBytes / 1024 / 1024} MB. Choose a smaller one.`;

/** Why a recipe cannot have this image; undefined where it can. */
export function imageProblem(url: string): string | undefined {
  const [, type = '', content = ''] = /^data:([\w.+/-]+);base64,([A-Za-z0-9+/]*={0,2})$/.exec(url.length > imageBytes * 1.4 ? url.slice(0, 64) : url) ?? [];
  if (/^data:image\/svg/i.test(url)) return `An SVG can hold script, so it cannot be the image of a recipe. Choose ${kinds}.`;
  if (url.startsWith('data:image/') && url.length > imageBytes * 1.4) return tooLarge;
  if (type === '') return `The image must stand in the recipe itself, as a data URL of ${kinds} in base64.`;
  const bytes = fromBase64(content);
  if (bytes.length > imageBytes) return tooLarge;
  const found = sizeOf(bytes);
  if (!found) return `The image is not ${kinds}, or it is damaged. Choose another.`;
  if (found.type !== type.toLowerCase()) return `The image says that it is ${type}, but it is ${found.type}. Choose the file anew.`;
  const { width, height } = found;
  if (width === 0 || height === 0) return 'The image has no size: it is damaged. Choose another.';
  if (width > imageSide || height > imageSide || width * height > imagePixels) {
    return `The image is ${width} × ${height} pixels. It may have up to ${imageSide} on a side and ${imagePixels / 1_000_000} million in all: choose a smaller one.`;
  }
  return undefined;
}

interface Size {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** What the headers of a picture say, never what its pixels say: those are not decoded here. */
export function sizeOf(bytes: Uint8Array): Size | undefined {
  if (starts(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && isText(bytes, 12, 'IHDR')) {
    return { type: 'image/png', width: big(bytes, 16, 4), height: big(bytes, 20, 4) };
  }
  if (isText(bytes, 0, 'GIF87a') || isText(bytes, 0, 'GIF89a')) return { type: 'image/gif', width: little(bytes, 6, 2), height: little(bytes, 8, 2) };
  if (isText(bytes, 0, 'RIFF') && isText(bytes, 8, 'WEBP')) return webpSize(bytes);
  return starts(bytes, 0, [0xff, 0xd8, 0xff]) ? jpegSize(bytes) : undefined;
}

/** RFC 9649: a lossy frame, a lossless one, or the extended form, which says the size of the canvas. */
function webpSize(bytes: Uint8Array): Size | undefined {
  const type = 'image/webp';
  if (isText(bytes, 12, 'VP8X')) return { type, width: 1 + little(bytes, 24, 3), height: 1 + little(bytes, 27, 3) };
  if (isText(bytes, 12, 'VP8 ')) return starts(bytes, 23, [0x9d, 0x01, 0x2a]) ? { type, width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff } : undefined;
  if (!isText(bytes, 12, 'VP8L') || bytes[20] !== 0x2f) return undefined;
  const packed = little(bytes, 21, 4);
  return { type, width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}

/** ISO/IEC 10918-1: segment by segment to the frame header, of which there are several kinds. */
function jpegSize(bytes: Uint8Array): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'image/jpeg', width: big(bytes, at + 7, 2), height: big(bytes, at + 5, 2) };
    } else at += 2 + Math.max(2, big(bytes, at + 2, 2));
  }
  return undefined;
}

const starts = (bytes: Uint8Array, at: number, wanted: readonly number[]) => wanted.every((byte, index) => bytes[at + index] === byte);
const isText = (bytes: Uint8Array, at: number, text: string) => starts(bytes, at, Array.from(text, (letter) => letter.codePointAt(0)!));
const big = (bytes: Uint8Array, at: number, count: number) => Array.from({ length: count }, (_, index) => bytes[at + index] ?? 0).reduce((sum, byte) => sum * 256 + byte, 0);
const little = (bytes: Uint8Array, at: number, count: number) => Array.from({ length: count }, (_, index) => bytes[at + index] ?? 0).reduceRight((sum, byte) => sum * 256 + byte, 0);

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map(Array.from(letters, (letter, value) => [letter, value]));

/** RFC 4648, of a text that is known to be base64. */
function fromBase64(text: string): Uint8Array {
  const clean = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4));
  let packed = 0;
  for (let at = 0, filled = 0; at < clean.length; at += 1) {
    packed = ((packed << 6) | values.get(clean[at]!)!) & 0xffffff;
    if (at % 4 !== 0) bytes[filled++] = (packed >> (6 - 2 * (at % 4))) & 0xff;
  }
  return bytes;
}
