import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { pause } from './retry.ts';

/** The embedded platform as a process of its own: started when it is first needed, and again when it dies. */

export interface RunningPlatform {
  /** Its origin, such as http://127.0.0.1:40123. */
  readonly url: string;
  readonly tenant_id: string;
  readonly environment_id: string;
  /** What it says to the user at its start, such as that a damaged file was set aside. */
  readonly notice?: string | undefined;
  /** Told once, when the process is gone, with why (`signal SIGKILL`, `exit code 1`). */
  onExit(listener: (reason: string) => void): void;
  /** Asks it to end, and resolves when it is gone. */
  stop(): Promise<void>;
}

/** How a host starts the process: a child process, or a utility process. Rejects when it does not come up. */
export interface PlatformLauncher {
  launch(options: { readonly dataFolder: string; readonly token: string; /** 32 bytes in base64. */ readonly key: string }): Promise<RunningPlatform>;
}

/** What the user is told about it. */
export interface PlatformNews {
  readonly state: 'starting' | 'ready' | 'restarting' | 'failed';
  readonly url: string | null;
  readonly notice: string | null;
}

export interface PlatformProcess {
  /** The running platform and the token of this run; starts it if need be. Throws `unreachable` when it is not up within `patience` ms. */
  ready(signal: AbortSignal, patience: number): Promise<{ url: string; token: string }>;
  /** Ends and starts it, also after it was given up. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds before each start after a death; a run of a minute starts the row again. */
const waits = [0, 500, 1000, 2000, 5000];
const settled = 60_000;

export function supervisePlatform(options: {
  readonly launcher: PlatformLauncher;
  readonly dataFolder: string;
  /** Encrypts the platform's stored secrets; asked for once. */
  readonly key: () => Promise<string>;
  readonly tell: (news: PlatformNews) => void;
  readonly now: () => number;
}): PlatformProcess {
  const { launcher, dataFolder, key, tell, now } = options;
  // The token lives as long as this app, so that calls in flight outlive a restart of the process.
  const token = randomBytes(32).toString('hex');
  let run: Promise<RunningPlatform> | null = null;
  let current: RunningPlatform | null = null;
  let stopping = new AbortController();
  let deaths = 0;

  const begin = (first: PlatformNews): Promise<RunningPlatform> => {
    tell(first);
    const life = stopping.signal;
    const made = keepStarting(first.notice, life);
    // Whoever waits sees the failure; without this a failure that nobody waits for would end the app.
    made.catch(() => undefined);
    run = made;
    return made;
  };

  const keepStarting = async (notice: string | null, life: AbortSignal): Promise<RunningPlatform> => {
    for (;;) {
      await pause(waits[Math.min(deaths, waits.length - 1)]!, life);
      try {
        const started = await launcher.launch({ dataFolder, token, key: await key() });
        if (life.aborted) {
          await started.stop();
          throw gone();
        }
        return settle(started, notice, life);
      } catch (error) {
        if (life.aborted) throw gone();
        deaths++;
        const why = error instanceof Error ? error.message : String(error);
        if (deaths >= waits.length) {
          const text = `The embedded platform does not start: ${why} Restart it from the status bar; its data is in ${dataFolder}.`;
          tell({ state: 'failed', url: null, notice: text });
          throw new AppError('unreachable', text, { cause: error });
        }
        tell({ state: 'restarting', url: null, notice: `The embedded platform did not start: ${why}` });
      }
    }
  };

  const settle = (started: RunningPlatform, notice: string | null, life: AbortSignal): RunningPlatform => {
    const since = now();
    current = started;
    tell({ state: 'ready', url: started.url, notice: started.notice ?? notice });
    started.onExit((reason) => {
      if (current === started) current = null;
      if (life.aborted) return;
      deaths = now() - since >= settled ? 0 : deaths + 1;
      const text = `The embedded platform ended (${reason}) and was started again. What it had confirmed is kept.`;
      void begin({ state: 'restarting', url: null, notice: text });
    });
    return started;
  };

  const stop = async () => {
    stopping.abort(gone());
    const running = current;
    current = null;
    run = null;
    await running?.stop();
  };

  return {
    async ready(signal, patience) {
      const platform = await within(patience, signal, run ?? begin({ state: 'starting', url: null, notice: null }));
      return { url: platform.url, token };
    },
    async restart() {
      await stop();
      stopping = new AbortController();
      deaths = 0;
      await begin({ state: 'restarting', url: null, notice: null });
    },
    stop,
  };
}

const gone = () => new AppError('unreachable', 'The embedded platform was stopped');

async function within<T>(ms: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = pause(ms, AbortSignal.any([signal, timer.signal])).then(() => {
    throw new AppError('unreachable', 'The embedded platform is not up yet. Try again in a moment.');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // A promise that lost the race rejects into nothing.
    late.catch(() => undefined);
    timer.abort(gone());
  }
}
