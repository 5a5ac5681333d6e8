import type { CustomScheme } from 'electron';
import { pageFiles } from '../hosting/page-files.ts';
import { isOwn, scheme } from './origin.ts';

/** To be registered before the app is ready. */
export const privilegedSchemes: CustomScheme[] = [
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
];

/** Answers requests for `app://trellis/…` with the built page; everything else is not found. */
export function pageProtocol(folder: string): (request: Request) => Promise<Response> {
  const page = pageFiles(folder);
  return async (request) => {
    if (!isOwn(request.url) || request.method !== 'GET') return new Response('Not found', { status: 404 });
    const { status, headers, body } = await page(new URL(request.url).pathname);
    return new Response(new Uint8Array(body), { status, headers });
  };
}
