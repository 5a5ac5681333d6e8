import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import { startPlatform, type PlatformOptions } from './start.ts';
import { parseKey } from './vault.ts';

/**
 * The platform as a process: alone (`--data DIR --port N --token T`, until SIGTERM), under Electron's utilityProcess
 * (the options come as the first message, `end` as a later one), or under another host (`--stdin`: the options are the
 * first line, in JSON, and it ends when stdin does). The vault's key never stands on a command line. When it is ready it
 * says so once, in one line of JSON on stdout.
 */

/** What a launcher hands over; `key` is base64 of 32 bytes. */
interface LaunchOptions {
  readonly data: string;
  readonly port?: number;
  readonly token?: string;
  readonly key?: string;
}

interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void;
  once(event: 'message', listener: (message: { data: unknown }) => void): void;
}
const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;

function fromArguments(): LaunchOptions | 'stdin' {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, port: { type: 'string' }, token: { type: 'string' }, stdin: { type: 'boolean' } },
  });
  if (values.stdin) return 'stdin';
  if (values.data === undefined) throw new AppError('invalid_input', 'Say where the data is kept: --data DIR [--port N] [--token T]');
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new AppError('invalid_input', '--port must be a number from 0 to 65535.');
  return { data: values.data, port, ...(values.token === undefined ? {} : { token: values.token }) };
}

async function fromStdin(): Promise<LaunchOptions> {
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(undefined));
  });
  if (line === undefined) throw new AppError('invalid_input', 'No options came on stdin.');
  process.stdin.once('end', end);
  return JSON.parse(line) as LaunchOptions;
}

function fromParent(port: ParentPort): Promise<LaunchOptions> {
  return new Promise((resolve) => {
    port.once('message', ({ data }) => {
      port.on('message', ({ data: later }) => {
        if (later === 'end') end();
      });
      resolve(data as LaunchOptions);
    });
  });
}

async function launchOptions(): Promise<PlatformOptions> {
  const given = parentPort ? await fromParent(parentPort) : fromArguments();
  const { data, port, token, key } = given === 'stdin' ? await fromStdin() : given;
  return { data, port, token, ...(key === undefined ? {} : { key: parseKey(key, 'The launcher') }) };
}

/** 2: another platform has the folder, or the port is taken; 3: its files cannot be used; 1: anything else. */
const exitCodes: Readonly<Record<string, number>> = { conflict: 2, storage: 3 };

let close: (() => Promise<void>) | undefined;
let ending = false;

/** Asked to end before it is up, it has nothing to finish. */
function end(): void {
  if (ending) return;
  ending = true;
  (close?.() ?? Promise.resolve()).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`The platform did not end cleanly: ${String(error)}\n`);
      process.exit(1);
    },
  );
}

try {
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const platform = await startPlatform(await launchOptions());
  close = () => platform.close();
  const { url, token, tenant_id, environment_id, notice } = platform;
  process.stdout.write(`${JSON.stringify({ url, token, tenant_id, environment_id, notice })}\n`);
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exit(thrown instanceof AppError ? (exitCodes[thrown.code] ?? 1) : 1);
}
