import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import { defaultDataFolder } from '../hosting/data-folder.ts';

export interface HostOptions {
  readonly dataFolder: string;
  /** 0 for any free one. */
  readonly port: number;
}

/** Reads `--data DIR --port N`. Throws `invalid_input`. */
export function hostOptions(args: string[]): HostOptions {
  const { data, port = '0' } = values(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new AppError('invalid_input', '--port must be a number from 0 to 65535.');
  return { dataFolder: resolve(data ?? defaultDataFolder()), port: Number(port) };
}

function values(args: string[]): { data?: string | undefined; port?: string | undefined } {
  try {
    return parseArgs({ args, options: { data: { type: 'string' }, port: { type: 'string' } } }).values;
  } catch (cause) {
    throw new AppError('invalid_input', `${(cause as Error).message.split('. ')[0]}. There are --data DIR and --port N.`, { cause });
  }
}
