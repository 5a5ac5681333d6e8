import { z } from 'zod';

/** How tokens are got from an authorization server (RFC 6749): what an auth config, a connector or an authentication says of it. */

export const oauthGrants = ['authorization_code', 'client_credentials', 'implicit'] as const;
/** How the client proves itself at the token endpoint (RFC 6749, section 2.3.1); `none` is a public client. */
export const clientAuthMethods = ['basic', 'post', 'none'] as const;

/** Forms leave fields empty that nobody filled in. */
const blank = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
const text = blank(z.string());

/** Addresses come from the server's metadata where there is an `issuer`, and are given otherwise. */
export const oauthClient = z.looseObject({
  grant: blank(z.enum(oauthGrants, { error: 'Choose authorization_code, client_credentials or implicit as the grant' })),
  issuer: text,
  authorization_url: text,
  token_url: text,
  /** RFC 7662: tells whether a token still counts. */
  introspection_url: text,
  /** RFC 7009: takes tokens back when a connection is ended. */
  revocation_url: text,
  client_id: z.string({ error: 'Client ID is required' }).trim().min(1, 'Client ID is required'),
  client_secret: text,
  /** With a secret `basic`, without one `none`, unless said otherwise. */
  client_auth: blank(z.enum(clientAuthMethods, { error: 'Choose basic, post or none for the client’s authentication' })),
  /** Names apart by spaces. */
  scope: text,
  audience: text,
  /** RFC 8707. */
  resource: text,
  /** Where the browser is sent back to, where the server knows only one address; its port is used if it is free. */
  redirect_uri: text,
});
export type OAuthClient = z.infer<typeof oauthClient>;
