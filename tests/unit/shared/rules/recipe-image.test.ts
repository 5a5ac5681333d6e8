import { describe, expect, it } from 'vitest';
import { imageBytes, imageProblem, sizeOf } from '../../../../shared/rules/recipe-image.ts';

const url = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const png = (width: number, height: number, more = 16) => {
  const bytes = Buffer.alloc(33 + more);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(bytes);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const segment = (marker: number, content: Buffer) => Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content]);
/** With metadata before the frame, as cameras write it. */
const jpeg = (width: number, height: number, frame = 0xc2) => Buffer.concat([
  Buffer.from([0xff, 0xd8]), segment(0xe0, Buffer.from('JFIF\0\x01')), segment(0xe1, Buffer.alloc(40_000, 0xff)), segment(0xc4, Buffer.alloc(20)), Buffer.from([0xff]),
  segment(frame, Buffer.from([8, height >> 8, height & 0xff, width >> 8, width & 0xff, 3])), segment(0xda, Buffer.alloc(10)),
]);

const real: readonly (readonly [type: string, base64: string, size: [number, number]])[] = [
  ['image/png', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', [1, 1]],
  ['image/gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', [1, 1]],
  ['image/webp', 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', [1, 1]],
  ['image/webp', 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', [1, 1]],
];

describe('the image of a recipe', () => {
  it.each(real)('may be a picture: %s %s', (type, base64, [width, height]) => {
    expect(sizeOf(Buffer.from(base64, 'base64'))).toEqual({ type, width, height });
    expect(imageProblem(`data:${type};base64,${base64}`)).toBeUndefined();
  });

  it('is measured by what its headers say, behind metadata too', () => {
    expect(sizeOf(jpeg(640, 480))).toEqual({ type: 'image/jpeg', width: 640, height: 480 });
    expect(sizeOf(jpeg(33, 65_000, 0xc0))).toEqual({ type: 'image/jpeg', width: 33, height: 65_000 });
    expect(sizeOf(png(12, 34))).toEqual({ type: 'image/png', width: 12, height: 34 });
    const extended = Buffer.alloc(40);
    extended.write('RIFF\0\0\0\0WEBPVP8X', 0, 'latin1');
    extended.writeUIntLE(15_999, 24, 3);
    extended.writeUIntLE(7, 27, 3);
    expect(sizeOf(extended)).toEqual({ type: 'image/webp', width: 16_000, height: 8 });
  });

  it.each<[string, string, RegExp]>([
    ['a picture that grows when it is drawn', url('image/png', png(60_000, 60_000)), /60000 × 60000 pixels/],
    ['one that is long and thin', url('image/jpeg', jpeg(1, 60_000)), /up to 4096 on a side/],
    ['one of no size', url('image/png', png(0, 5)), /has no size/],
    ['one of too many bytes', url('image/png', png(10, 10, imageBytes)), /larger than 2 MB/],
    ['far too many', url('image/png', png(10, 10, 10 * imageBytes)), /larger than 2 MB/],
    ['an SVG, which can hold script', 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+', /can hold script/],
    ['an SVG in clear', 'data:image/svg+xml,<svg onload="alert(1)"/>', /can hold script/],
    ['an SVG that says that it is a PNG', url('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')), /not a PNG, JPEG, WebP or GIF/],
    ['a page', url('text/html', Buffer.from('<script>alert(1)</script>')), /not a PNG/],
    ['an address outside', 'https://example.com/a.png', /stand in the recipe itself/],
    ['script', 'javascript:alert(1)', /stand in the recipe itself/],
    ['what is no base64', 'data:image/png;base64,<script>', /stand in the recipe itself/],
    ['another type than it says', url('image/gif', png(1, 1)), /says that it is image\/gif, but it is image\/png/],
    ['a picture that ends too early', url('image/jpeg', jpeg(640, 480).subarray(0, 30_000)), /damaged/],
    ['nothing', 'data:image/png;base64,', /not a PNG/],
  ])('is not %s [F-14]', (_what, image, message) => {
    expect(imageProblem(image)).toMatch(message);
  });
});
