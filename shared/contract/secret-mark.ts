import { z } from 'zod';

/** What a read returns in the place of a stored secret; written back, it leaves the secret as it is. */
export interface SecretMark {
  readonly $secret: true;
}
export const isSecretMark = (value: unknown): value is SecretMark =>
  typeof value === 'object' && value !== null && (value as Record<string, unknown>)['$secret'] === true;

export const secretMark = z.object({ $secret: z.literal(true) });

/** A secret that is typed in, or stands for a stored one. */
export const secretText = z.union([z.string(), secretMark], { error: 'Enter a text' });
/** The same, where it must be there. */
export const requiredSecretText = (message: string) => z.union([z.string().min(1, message), secretMark], { error: message });
