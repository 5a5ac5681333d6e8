import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { PlatformLauncher, RunningPlatform } from '../backend/platform-process.ts';
import { AppError } from '../../shared/errors.ts';

/** A process that a host has just started, in the few ways in which the kinds of it differ. */
export interface Started {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Hands over the options; secrets among them never stand on a command line, where others can read them. */
  send(options: { readonly data: string; readonly port: number; readonly token: string; readonly key: string }): void;
  /** `reason` such as `signal SIGKILL` or `exit code 1`. */
  onExit(listener: (reason: string) => void): void;
  askToEnd(): void;
  kill(): void;
}

const ready = z.looseObject({ url: z.url(), tenant_id: z.string(), environment_id: z.string(), notice: z.string().optional() });

/** Milliseconds that the process has to come up, and to end by itself when asked. */
const patience = { start: 20_000, end: 5_000 };

/** Starts the embedded platform and waits for the line in which it says where it is. Its own log goes to `log`. */
export function platformLauncher(start: () => Started, log: (line: string) => void): PlatformLauncher {
  return {
    async launch({ dataFolder, token, key }) {
      const process = start();
      const words: string[] = [];
      createInterface({ input: process.stderr }).on('line', (line) => {
        log(line);
        words.push(line);
        if (words.length > 5) words.shift();
      });
      const gone = new Promise<string>((resolve) => {
        process.onExit(resolve);
      });
      process.send({ data: dataFolder, port: 0, token, key });
      try {
        const said = await Promise.race([firstReady(process.stdout), gone.then((reason) => failed(reason, words)), late(patience.start)]);
        return running(process, said, gone);
      } catch (error) {
        process.kill();
        throw error;
      }
    },
  };
}

function running(process: Started, said: z.infer<typeof ready>, gone: Promise<string>): RunningPlatform {
  return {
    url: new URL(said.url).origin,
    tenant_id: said.tenant_id,
    environment_id: said.environment_id,
    notice: said.notice,
    onExit: (listener) => void gone.then(listener),
    async stop() {
      process.askToEnd();
      const timer = setTimeout(() => process.kill(), patience.end);
      await gone;
      clearTimeout(timer);
    },
  };
}

function firstReady(stdout: Readable): Promise<z.infer<typeof ready>> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const said = ready.safeParse(JSON.parse(line));
      if (said.success) resolve(said.data);
    });
  });
}

function failed(reason: string, words: readonly string[]): never {
  throw new AppError('unreachable', `it ended at once (${reason})${words.length === 0 ? '.' : `: ${words.join(' ')}`}`);
}

function late(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new AppError('unreachable', `it is not up after ${ms / 1000} s.`)), ms).unref();
  });
}
