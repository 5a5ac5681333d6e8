import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { installDebian } from '../../peers/debian.ts';
import { temporaryFolder } from '../../unit/backend/folders.ts';

/** The real keychain of a Linux desktop, GNOME's, in a session bus of the test's own; and a system that has none of it. */

const keychain = new URL('../../../electron/backend/keychain.ts', import.meta.url).href;
const silentService = fileURLToPath(new URL('silent-service.ts', import.meta.url));

/** A shell's code for an end by SIGKILL, with which a process leaves a keychain that hangs. */
const killed = 137;

async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ output: string; ms: number }> {
  const since = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0 && code !== killed) throw new Error(`${command} ended with ${code}: ${output}${errors}`);
  return { output, ms: performance.now() - since };
}

/** A home without anything in it, in which a script runs; its last line of output is its answer. */
function home() {
  const folder = temporaryFolder();
  for (const name of ['data', 'runtime']) mkdirSync(path.join(folder, name), { mode: 0o700 });
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: path.join(folder, 'data'), XDG_RUNTIME_DIR: path.join(folder, 'runtime'), LANG: 'C.UTF-8' };
  const script = (source: string) => {
    const file = path.join(folder, 'script.mjs');
    writeFileSync(file, `import { keychain } from ${JSON.stringify(keychain)};\nconst tokens = keychain({ service: 'Trellis test' });\n${source}\nprocess.exit(0);`);
    return file;
  };
  const answerOf = ({ output, ms }: { output: string; ms: number }) => ({ answer: JSON.parse(output.trim().split('\n').at(-1)!) as unknown, ms });
  const inSession = async (source: string, before: string) =>
    answerOf(await run('dbus-run-session', ['--', 'bash', '-c', `${before}\n"$0" "$1"; code=$?; kill %1 2>/dev/null; exit $code`, process.execPath, script(source)], env));
  return {
    folder,
    /** With the keyring unlocked by this password. */
    unlocked: (source: string) => inSession(source, `eval "$(printf 'pw\\n' | gnome-keyring-daemon --unlock --components=secrets)"`),
    /** With the keyring running, but nobody to unlock it. */
    locked: (source: string) => inSession(source, 'eval "$(gnome-keyring-daemon --start --components=secrets)"'),
    /** With a secret service that takes calls and never answers. */
    hanging: (source: string) => inSession(source, `"$0" ${silentService} & until dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.05; done`),
    /** With a bus on which no secret service is. */
    withoutService: (source: string) => inSession(source, ':'),
    withoutBus: async (source: string) => answerOf(await run(process.execPath, [script(source)], { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' })),
  };
}

const say = (value: string) => `console.log(JSON.stringify(await (${value})));`;
const filesIn = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));

describe.runIf(process.platform === 'linux')('the keyring', () => {
  beforeAll(() => installDebian({ 'dbus-run-session': ['dbus-daemon'], 'dbus-send': ['dbus-bin'], 'gnome-keyring-daemon': ['gnome-keyring', 'libsecret-1-0'] }));

  it('keeps tokens between starts, and nothing of them in clear on disk', async () => {
    const { folder, unlocked } = home();
    const long = 'canary-'.repeat(1000);
    expect((await unlocked(`await tokens.set('a', ${JSON.stringify(long)});${say('tokens.status()')}`)).answer).toEqual({ kind: 'keychain', reason: null });
    expect((await unlocked(say("tokens.get('a')"))).answer).toBe(long);
    expect(filesIn(path.join(folder, 'data')).filter((file) => readFileSync(file, 'latin1').includes('canary'))).toEqual([]);
    expect((await unlocked(`await tokens.remove('a');${say("tokens.get('a')")}`)).answer).toBeNull();
  });

  const use = `await tokens.set('a', 'canary-token');${say("{ ...await tokens.status(), token: await tokens.get('a') }".replace(/^/, '(async () => (').replace(/$/, '))()'))}`;
  it.each(['locked', 'hanging', 'withoutService', 'withoutBus'] as const)('%s: memory takes over within 2 s, and nothing is on disk [F-21]', async (state) => {
    const { folder, [state]: inState } = home();
    const { answer, ms } = await inState(`const since = performance.now();${use.replace('token: await', 'ms: performance.now() - since, token: await')}`);
    expect(answer).toMatchObject({ kind: 'memory', reason: expect.stringContaining('The system’s keychain cannot be used') as string, token: 'canary-token' });
    expect((answer as { ms: number }).ms).toBeLessThan(2000);
    expect(ms).toBeLessThan(15_000); // and the process ends: D-Bus itself gives up after 25 s
    const files = filesIn(folder).filter((file) => !file.endsWith('script.mjs'));
    expect(files.filter((file) => readFileSync(file, 'latin1').includes('canary-token'))).toEqual([]);
  });
});
