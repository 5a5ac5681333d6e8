import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../electron/platform/main.ts', import.meta.url));

export interface Ready {
  readonly url: string;
  readonly token: string;
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly notice?: string;
}

export interface PlatformProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly ready: Ready;
  /** Milliseconds from the start of the process to its ready line. */
  readonly took: number;
  exit(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export class NotStarted extends Error {
  readonly code: number | null;
  readonly stderr: string;
  constructor(code: number | null, stderr: string) {
    super(`exit code ${code}: ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

/** The platform as the process that it is; rejects with what it said when it does not come up. */
export async function spawnPlatform(args: readonly string[], stdin?: string, env: NodeJS.ProcessEnv = process.env): Promise<PlatformProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env });
  // `close` comes after the last of stderr, so that nothing it said is missing.
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  if (stdin !== undefined) child.stdin.write(`${stdin}\n`);
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>, exited]);
  if (typeof line[0] !== 'string') {
    throw new NotStarted(line[0], stderr);
  }
  return {
    child,
    ready: JSON.parse(line[0]) as Ready,
    took: performance.now() - begun,
    exit: async () => {
      const [code, signal] = await exited;
      return { code, signal };
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}
