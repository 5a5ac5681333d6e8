/** The file in which a host keeps settings, injected: electron-store on the desktop, conf in the browser host. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface Settings {
  all(): Record<string, unknown>;
  /** Takes these values over the ones that are there; null forgets one. Returns all. */
  set(values: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** The user's own settings, all under one key of the store, so that a name with a dot in it is still one name. */
export function userSettings(store: SettingsStore): Settings {
  const all = () => {
    const kept = store.get('preferences');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...(kept as Record<string, unknown>) } : {};
  };
  return {
    all,
    set(values) {
      const next = Object.fromEntries(Object.entries({ ...all(), ...values }).filter(([, value]) => value !== null && value !== undefined));
      store.set('preferences', next);
      return next;
    },
  };
}

const defaultCacheMegabytes = 256;
const fewestCacheMegabytes = 16;

/** Bytes that the offline cache may take. */
export function cacheLimitOf({ cache_limit_mb: megabytes }: Readonly<Record<string, unknown>>): number {
  const wanted = typeof megabytes === 'number' && megabytes > 0 ? megabytes : defaultCacheMegabytes;
  return Math.max(fewestCacheMegabytes, wanted) * 1_000_000;
}
