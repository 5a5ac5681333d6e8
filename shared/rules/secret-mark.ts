/** What a read returns in the place of a stored secret; written back, it leaves the secret as it is. */
export interface SecretMark {
  readonly $secret: true;
}
export const isSecretMark = (value: unknown): value is SecretMark =>
  typeof value === 'object' && value !== null && (value as Record<string, unknown>)['$secret'] === true;
