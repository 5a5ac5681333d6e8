import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process of this project that says one line when it is ready. */
export interface Served {
  readonly line: string;
  readonly pid: number;
  /** Asks it to end, and resolves when it is gone. */
  end(): Promise<void>;
}

/** Runs a file of the project under this Node, and resolves with its first line; rejects with what it said instead. */
export async function serve(file: string, ...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${String(code)}: ${said}`);
  });
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  ended.catch(() => undefined); // from here on its end is ours to ask for
  return { line, pid: child.pid!, end: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}

/** What the embedded platform says of itself when it is ready. */
export interface PlatformLine {
  readonly url: string;
  readonly token: string;
  readonly tenant_id: string;
  readonly environment_id: string;
}

/** The embedded platform alone, on any free port, over this data folder. */
export async function servePlatform(dataFolder: string): Promise<Served & PlatformLine> {
  const served = await serve('electron/platform/main.ts', '--data', dataFolder, '--port', '0');
  return { ...served, ...(JSON.parse(served.line) as PlatformLine) };
}
