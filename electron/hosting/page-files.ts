import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { contentPolicy } from './content-policy.ts';

/** What the build writes where each page's nonce goes; `electron.vite.config.ts` uses it too. */
export const noncePlaceholder = 'TRELLIS-NONCE';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The file of `folder` that a path names, or undefined if the path leads out of it or is no path at all. */
export function fileOf(folder: string, path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').includes('..')) return undefined;
  const file = normalize(join(folder, decoded));
  return file.startsWith(folder + sep) ? file : undefined;
}

/**
 * Serves the built renderer, for the protocol of one host and the HTTP server of the other. Files stand under `/assets/`;
 * every other path is a screen of the app (ids in it may hold dots), and answers the page.
 */
export function pageFiles(folder: string): (path: string) => Promise<PageFile> {
  return async (path) => {
    const asset = path.startsWith('/assets/');
    const file = asset ? fileOf(folder, path) : join(folder, 'index.html');
    const type = file && contentTypes[extname(file)];
    const nonce = randomBytes(16).toString('base64');
    const headers = {
      'content-security-policy': contentPolicy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    };
    const body = file && type ? await readFile(file).catch(absent) : undefined;
    if (!file || !type || !body) {
      return { status: 404, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }, body: Buffer.from('Not found') };
    }
    if (!asset) {
      const page = body.toString('utf8').replaceAll(noncePlaceholder, nonce);
      return { status: 200, headers: { ...headers, 'content-type': type, 'cache-control': 'no-store' }, body: Buffer.from(page) };
    }
    return { status: 200, headers: { ...headers, 'content-type': type, 'cache-control': 'max-age=31536000, immutable' }, body };
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
