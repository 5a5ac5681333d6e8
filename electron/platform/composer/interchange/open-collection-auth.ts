import { entriesOf, field, textField } from '../openapi/tree.ts';
import type { Problem } from './collection.ts';

/** How an OpenCollection signs in, in the words of Bruno's JSON: a mode, and under its name what it takes. */
export function openAuth(auth: unknown, where: string, problems: Problem[]): { readonly mode: string; readonly [mode: string]: unknown } {
  if (typeof auth === 'string') return { mode: auth };
  const mode = textField(auth, 'type');
  if (mode === '') return { mode: 'none' };
  if (mode === 'apikey') return { mode, apikey: { key: textField(auth, 'key'), value: textField(auth, 'value'), placement: textField(auth, 'placement') === 'query' ? 'queryparams' : 'header' } };
  return { mode, [mode]: mode === 'oauth2' ? openOauth(auth, where, problems) : auth };
}

function openOauth(auth: unknown, where: string, problems: Problem[]): object {
  const credentials = field(auth, 'credentials');
  const token = field(field(auth, 'tokenConfig'), 'placement');
  const more = entriesOf(field(auth, 'additionalParameters')).flatMap(([, list]) => (Array.isArray(list) ? (list as unknown[]) : []));
  if (more.length > 0) problems.push({ where, message: `The further parameters of its OAuth 2 (${more.map((one) => textField(one, 'name').slice(0, 40)).join(', ')}) are left out.` });
  return {
    grantType: textField(auth, 'flow'), authorizationUrl: textField(auth, 'authorizationUrl'), accessTokenUrl: textField(auth, 'accessTokenUrl'), scope: textField(auth, 'scope'),
    clientId: textField(credentials, 'clientId'), clientSecret: textField(credentials, 'clientSecret'), credentialsPlacement: textField(credentials, 'placement'),
    tokenPlacement: field(token, 'query') === undefined ? 'header' : 'url', tokenHeaderPrefix: textField(token, 'header'),
  };
}
