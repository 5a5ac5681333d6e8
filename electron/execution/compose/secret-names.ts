/**
 * Which strings among credentials are secrets. All are, except under names that are known to be public: a name that
 * nobody thought of is kept too close rather than shown.
 */
const publicNames: ReadonlySet<string> = new Set([
  'type', 'auth_type', 'name', 'in', 'prefix', 'username', 'user', 'id', 'client_id', 'algorithm', 'alg', 'claims', 'scope', 'scopes', 'audience', 'issuer',
  'header', 'key_id', 'expires_in', 'ext', 'app', 'dlg', 'realm', 'grant_type', 'token_type', 'expires_at', 'auth_url', 'authorization_url', 'token_url', 'refresh_url', 'redirect_uri', 'connection_id', 'auth_config_id', 'grant', 'client_auth', 'introspection_url', 'revocation_url', 'resource', 'bucket_name', 'region', 'description',
]);

/** May a string under this name, among credentials, be shown? */
export const isPublicName = (name: string): boolean => publicNames.has(name);

const secretName = /(?:^|_)(?:password|passwd|passphrase|pass_phrase|secret|token|api_?key|private_key|pfx|connection_string)$|(?:Password|Secret|Token|ApiKey|PrivateKey|PassPhrase)$|^apiKey$|^privateKey$/;

/** Among settings, where most strings are public: does the name say that this one is not? */
export const looksSecret = (name: string): boolean => secretName.test(name);

const telling = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i;
/** Fields that lead from one page to the next are called tokens, too. */
const paging = /page|next|cursor|continuation|sync/i;

/** Does a header, a parameter or a field of this name, in any spelling of it, carry a credential? */
export const namesCredential = (name: string): boolean =>
  telling.test(name) || (looksSecret(name.replaceAll('-', '_').replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toLowerCase()) && !paging.test(name));
