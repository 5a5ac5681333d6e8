import { AppError } from '../../shared/errors.ts';

/**
 * Where tokens and keys are kept: the operating system's keychain, through keytar (the only place that loads it). Without a
 * usable keychain they stay in memory and are gone when the app closes: nothing secret is ever written in clear.
 */
export interface TokenStore {
  /** Where things are kept, and why not in the keychain; answers within 1.5 s, whatever the keychain does. */
  status(): Promise<TokenStoreStatus>;
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  remove(account: string): Promise<void>;
}

export interface TokenStoreStatus {
  readonly kind: 'keychain' | 'memory';
  readonly reason: string | null;
}

/** What of keytar is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** A keychain that waits for a prompt that nobody sees, or for a dead service, is given up after this many milliseconds. */
const limit = 1500;
/** Windows refuses entries over 2,560 bytes, and access tokens are often longer: a value is kept in parts of this length. */
const partLength = 2000;

/** Loads keytar at the first use. Health is probed with a write, since a locked keyring reads as empty. */
export function keychain(options: { readonly service?: string; readonly load?: () => Promise<Keytar>; readonly limit?: number } = {}): TokenStore {
  const { service = 'Trellis', load = loadKeytar } = options;
  const soon = <T>(work: Promise<T>) => within(work, options.limit ?? limit);
  const memory = memoryTokens();
  let opened: Promise<{ keytar: Keytar | null; reason: string | null }> | null = null;

  const open = () => {
    opened ??= soon(probe(load, service)).then(
      (keytar) => ({ keytar, reason: null }),
      (error: unknown) => ({ keytar: null, reason: reasonOf(error) }),
    );
    return opened;
  };

  /** A keychain that fails after it worked is given up for this run, and memory takes over. */
  const using = async <T>(work: (keytar: Keytar) => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    const { keytar } = await open();
    if (!keytar) return otherwise();
    try {
      return await soon(work(keytar));
    } catch (error) {
      opened = Promise.resolve({ keytar: null, reason: reasonOf(error) });
      return otherwise();
    }
  };

  return {
    async status() {
      const { keytar, reason } = await open();
      return { kind: keytar ? 'keychain' : 'memory', reason };
    },
    get: (account) => using((keytar) => readParts(keytar, service, account), () => memory.get(account)),
    set: (account, value) => using((keytar) => writeParts(keytar, service, account, value), () => memory.set(account, value)),
    remove: async (account) => {
      await memory.remove(account);
      await using((keytar) => removeParts(keytar, service, account), () => Promise.resolve());
    },
  };
}

/** Tokens that live as long as the app. */
export function memoryTokens(reason: string | null = null): TokenStore {
  const values = new Map<string, string>();
  return {
    status: () => Promise.resolve({ kind: 'memory', reason }),
    get: (account) => Promise.resolve(values.get(account) ?? null),
    set(account, value) {
      values.set(account, value);
      return Promise.resolve();
    },
    remove(account) {
      values.delete(account);
      return Promise.resolve();
    },
  };
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = (await import('keytar')) as unknown as Keytar & { default?: Keytar };
  return loaded.default ?? loaded;
}

async function probe(load: () => Promise<Keytar>, service: string): Promise<Keytar> {
  const keytar = await load();
  await keytar.setPassword(service, 'probe', 'ok');
  if ((await keytar.getPassword(service, 'probe')) !== 'ok') throw new AppError('keychain', 'it does not keep what it is given');
  return keytar;
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      process.once('exit', endAnyway);
      reject(new AppError('keychain', 'it does not answer'));
    }, ms);
    const settled = () => {
      clearTimeout(timer);
      process.off('exit', endAnyway);
    };
    work.finally(settled).then(resolve, reject);
  });
}

/** A call that hangs in the keychain holds a thread, and the process would wait for that thread at its end. */
const endAnyway = () => process.kill(process.pid, 'SIGKILL');

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const cause = /libsecret|cannot open shared object/i.test(text)
    ? 'libsecret is not installed'
    : /dbus|d-bus|DISPLAY/i.test(text)
      ? 'there is no session bus'
      : text.split('\n', 1)[0]!.slice(0, 200);
  return `The system’s keychain cannot be used: ${cause}.`;
}

const partName = (account: string, index: number) => (index === 0 ? account : `${account}#${index}`);

/** The first part begins with the count of parts, so that a value that was half written reads as none. */
async function readParts(keytar: Keytar, service: string, account: string): Promise<string | null> {
  const head = /^(\d{1,3}):([^]*)$/.exec((await keytar.getPassword(service, account)) ?? '');
  if (!head) return null;
  let value = head[2]!;
  for (let index = 1; index < Number(head[1]); index++) {
    const part = await keytar.getPassword(service, partName(account, index));
    if (part === null) return null;
    value += part;
  }
  return value;
}

async function writeParts(keytar: Keytar, service: string, account: string, value: string): Promise<void> {
  await removeParts(keytar, service, account);
  const parts = value.match(new RegExp(`[^]{1,${partLength}}`, 'g')) ?? [''];
  for (let index = parts.length - 1; index >= 0; index--) {
    await keytar.setPassword(service, partName(account, index), index === 0 ? `${parts.length}:${parts[0]}` : parts[index]!);
  }
}

async function removeParts(keytar: Keytar, service: string, account: string): Promise<void> {
  const count = Number(/^(\d{1,3}):/.exec((await keytar.getPassword(service, account)) ?? '')?.[1] ?? 0);
  for (let index = 0; index < count; index++) await keytar.deletePassword(service, partName(account, index));
}
