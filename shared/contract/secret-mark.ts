import { z } from 'zod';

export const secretMark = z.object({ $secret: z.literal(true) });

/** A secret that is typed in, or stands for a stored one. */
export const secretText = z.union([z.string(), secretMark], { error: 'Enter a text' });
/** The same, where it must be there. */
export const requiredSecretText = (message: string) => z.union([z.string().min(1, message), secretMark], { error: message });
