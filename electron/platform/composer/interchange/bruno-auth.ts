import { field, textField } from '../openapi/tree.ts';
import type { AuthFields, Problem } from './collection.ts';
import { oauthFrom } from './oauth-client.ts';

/** Undefined where it is that of what is around it. */
export function readBrunoAuth(auth: unknown, where: string, problems: Problem[]): AuthFields | undefined {
  const mode = textField(auth, 'mode');
  const get = (name: string) => textField(field(auth, mode), name);
  switch (mode) {
    case '':
    case 'inherit':
      return undefined;
    case 'none':
      return { type: 'none', credentials: {} };
    case 'basic':
      return { type: 'basic_auth', credentials: { username: get('username'), password: get('password') } };
    case 'digest':
      return { type: 'digest', credentials: { username: get('username'), password: get('password') } };
    case 'bearer':
      return { type: 'bearer_token', credentials: { token: get('token') } };
    case 'apikey':
      return { type: 'api_key', credentials: { name: get('key'), value: get('value'), in: get('placement') === 'queryparams' ? 'query' : 'header' } };
    case 'oauth2':
      oauthProblems(field(auth, mode), where, problems);
      return oauthFrom({
        access_token: '', grant: get('grantType'), authorization_url: get('authorizationUrl'), token_url: get('accessTokenUrl'), client_id: get('clientId'),
        client_secret: get('clientSecret'), scope: get('scope'), in_body: get('credentialsPlacement') === 'body',
      });
    default:
      problems.push({ where, message: `The authentication “${mode.slice(0, 60)}” cannot be sent; choose another.` });
      return { type: 'none', credentials: {} };
  }
}

function oauthProblems(oauth: unknown, where: string, problems: Problem[]): void {
  const [grant, header] = [textField(oauth, 'grantType'), textField(oauth, 'tokenHeaderPrefix')];
  if (/password/.test(grant)) problems.push({ where, message: 'OAuth 2 with a user’s password is not done here; choose another grant, or enter a token.' });
  if (textField(oauth, 'tokenPlacement') === 'url') problems.push({ where, message: 'Its token goes in the query there; here it goes in the header.' });
  else if (!['', 'Bearer'].includes(header.trim())) problems.push({ where, message: `Its token goes behind “${header.slice(0, 40)}” there; here it goes behind “Bearer”.` });
}
