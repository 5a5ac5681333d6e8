import { readCollection } from '../../../../electron/platform/composer/interchange/read-collection.ts';

/** What is read out of a text, as tests ask for it. */
export const read = (document: object | string) => readCollection(typeof document === 'string' ? document : JSON.stringify(document));
export const firstApi = (document: object | string) => read(document).apis[0]!;
export const endpoint = (document: object | string, at = 0) => firstApi(document).endpoints[at]!;
export const messages = (document: object | string) => read(document).problems.map(({ message }) => message);
/** How the first request signs in, whether by itself or by its API. */
export const signsIn = (document: object | string) => endpoint(document).auth ?? firstApi(document).api.auth;

export const parameter = (name: string, value: unknown, place: 'query' | 'path' = 'query') => ({ name, in: place, required: place === 'path', type: 'string', value });
