import { imagePixels, imageSide, sizeOf } from '../../../../shared/rules/recipe-image.ts';

/** An image is shown as a card: more than this is not seen, and would have to be carried by every list. In pixels. */
const widest = 640;
const tallest = 400;
/** Files beyond this many bytes are not read. */
const largest = 32 * 1024 * 1024;

type Shrunk = { readonly url: string; readonly problem?: undefined } | { readonly problem: string };

/** How large a picture is drawn, so that all of it fits. */
export function fitted({ width, height }: { readonly width: number; readonly height: number }): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, widest / width, tallest / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A chosen picture as a small data URL; its header is read before the browser decodes it, so that no bomb is. */
export async function shrunkImage(file: File): Promise<Shrunk> {
  if (file.size > largest) return { problem: `“${file.name}” is larger than 32 MB. Choose a smaller picture.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const size = sizeOf(bytes);
  if (!size) return { problem: `“${file.name}” is no PNG, JPEG, WebP or GIF picture, or it is damaged. Choose another.` };
  if (size.width > imageSide * 4 || size.height > imageSide * 4 || size.width * size.height > imagePixels * 8) {
    return { problem: `“${file.name}” has ${size.width} × ${size.height} pixels, which is more than can be drawn here. Choose a smaller picture.` };
  }
  try {
    const { width, height } = fitted(size);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: size.type }), { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
    bitmap.close();
    return { url: canvas.toDataURL('image/webp', 0.85) };
  } catch {
    return { problem: `“${file.name}” cannot be drawn: it is damaged. Choose another.` };
  }
}
