/** Why nothing can be changed while the read-only guard is on; the app says it before, the backend enforces it. */
export const guardedText = 'The read-only guard is on. Turn it off in the status bar to change things.';

/** The guard is a setting of the user, on this computer. */
export const isGuarded = (settings: Readonly<Record<string, unknown>>): boolean => settings['read_only'] === true;
