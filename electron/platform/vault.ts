import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { keyBytes } from '../storage/vault.ts';

/** The key of a platform that runs alone: a file that only its owner can read. Made on the first start. */
export function keyFromFile(file: string): Buffer {
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw keyProblem(file, error);
  }
  try {
    chmodSync(file, 0o600);
    return parseKey(readFileSync(file, 'utf8'), file);
  } catch (error) {
    throw error instanceof AppError ? error : keyProblem(file, error);
  }
}

const keyProblem = (file: string, cause: unknown) =>
  new AppError('storage', `The key file ${file} cannot be used: ${(cause as Error).message}`, { cause });

/** A key as base64 text; `source` is named when it is not one. */
export function parseKey(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new AppError('storage', `${source} holds no usable key. Put the right key back: without it the stored secrets cannot be opened.`);
  }
  return key;
}
