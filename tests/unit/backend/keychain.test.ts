import { describe, expect, it, onTestFinished } from 'vitest';
import { keychain, memoryTokens, type Keytar } from '../../../electron/backend/keychain.ts';

/** A keychain that refuses what Windows refuses: entries over 2,560 bytes. The real ones are met in the integration tests. */
function smallKeychain() {
  const kept = new Map<string, string>();
  const keytar: Keytar = {
    getPassword: (_service, account) => Promise.resolve(kept.get(account) ?? null),
    setPassword(_service, account, password) {
      if (Buffer.byteLength(password) > 2560) return Promise.reject(new Error('The stub received bad data.'));
      kept.set(account, password);
      return Promise.resolve();
    },
    deletePassword: (_service, account) => Promise.resolve(kept.delete(account)),
  };
  return { kept, keytar };
}
/** Hangs until the test is over. */
const never = () => new Promise<never>((_resolve, reject) => {
  onTestFinished(() => reject(new Error('over')));
});

describe('keychain', () => {
  it('keeps values longer than one entry may be, and leaves no parts behind', async () => {
    const { kept, keytar } = smallKeychain();
    const tokens = keychain({ load: () => Promise.resolve(keytar) });
    const long = 'x'.repeat(9999);
    await tokens.set('a', long);
    expect(await tokens.get('a')).toBe(long);
    await tokens.set('a', 'short');
    expect(await tokens.get('a')).toBe('short');
    await tokens.remove('a');
    expect(await tokens.get('a')).toBeNull();
    expect([...kept.keys()]).toEqual(['probe']);
    expect(await tokens.status()).toEqual({ kind: 'keychain', reason: null });
  });

  it('reads an entry that was half written or damaged as none [F-21]', async () => {
    const { kept, keytar } = smallKeychain();
    const tokens = keychain({ load: () => Promise.resolve(keytar) });
    kept.set('half', '3:begin');
    kept.set('odd', 'not ours');
    expect(await tokens.get('half')).toBeNull();
    expect(await tokens.get('odd')).toBeNull();
  });

  const failures: [string, () => Promise<Keytar>, RegExp][] = [
    ['absent', () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')), /libsecret is not installed/],
    ['without a bus', () => Promise.resolve({ ...smallKeychain().keytar, setPassword: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')) }), /session bus/],
    ['locked', () => Promise.resolve({ ...smallKeychain().keytar, setPassword: () => Promise.reject(new Error('Cannot create an item in a locked collection')) }), /locked collection/],
    ['denied', () => Promise.resolve({ ...smallKeychain().keytar, setPassword: () => Promise.reject(new Error('User canceled the operation.')) }), /canceled/],
    ['forgetful', () => Promise.resolve({ ...smallKeychain().keytar, getPassword: () => Promise.resolve(null) }), /does not keep/],
    ['hanging at its loading', never, /does not answer/],
    ['hanging at its first use', () => Promise.resolve({ ...smallKeychain().keytar, setPassword: never }), /does not answer/],
  ];
  it.each(failures)('%s: memory takes over, with the reason [F-21]', async (_name, load, reason) => {
    const tokens = keychain({ load, limit: 30 });
    expect(await tokens.status()).toEqual({ kind: 'memory', reason: expect.stringMatching(reason) as string });
    await tokens.set('a', 'token');
    expect(await tokens.get('a')).toBe('token');
    await tokens.remove('a');
    expect(await tokens.get('a')).toBeNull();
  });

  it('is given up when it stops answering later [F-21]', async () => {
    const { keytar } = smallKeychain();
    let hangs = false;
    const tokens = keychain({ load: () => Promise.resolve({ ...keytar, setPassword: (...args) => (hangs ? never() : keytar.setPassword(...args)) }), limit: 30 });
    await tokens.set('a', 'one');
    hangs = true;
    await tokens.set('a', 'two');
    expect(await tokens.get('a')).toBe('two');
    expect((await tokens.status()).kind).toBe('memory');
  });

  it('loads nothing before it is used', () => {
    let loaded = false;
    keychain({ load: () => {
      loaded = true;
      return never();
    } });
    expect(loaded).toBe(false);
  });
});

it('memory says why it is used', async () => {
  expect(await memoryTokens('no keychain here').status()).toEqual({ kind: 'memory', reason: 'no keychain here' });
});
