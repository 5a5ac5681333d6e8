import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExecutionResult } from '../../../../shared/contract/composer.ts';
import { AppError } from '../../../../shared/errors.ts';
import { judgedBytes } from '../../../../shared/rules/constants.ts';
import { decode } from '../../../execution/decode.ts';
import type { ExecuteOptions } from '../../../execution/execute.ts';
import type { Outcome } from '../../../execution/request.ts';
import { isLocked } from '../../../storage/patience.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { Core } from '../../core.ts';
import { statements } from '../../database.ts';
import type { Migration } from '../../domain.ts';
import { indexFile } from './line-index.ts';

/**
 * Answers of more than a megabyte, each in a file of its own below the data folder, with secrets masked before they are
 * written. A file lives as long as its run is in the history, and as long as there is room for it.
 */

export const answerMigrations: readonly Migration[] = [
  {
    // Whatever takes a run away, its answer is marked with it in the same transaction; the file follows.
    id: 'composer-answers-1',
    sql: `
      CREATE TABLE composer_answers (
        seq INTEGER PRIMARY KEY, execution_id TEXT NOT NULL UNIQUE, file TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX composer_answers_gone ON composer_answers (seq) WHERE gone = 1;
      CREATE TRIGGER composer_answers_follow AFTER DELETE ON composer_runs BEGIN
        UPDATE composer_answers SET gone = 1 WHERE execution_id = old.id;
      END;
    `,
  },
];

const mega = 1024 * 1024;

export interface AnswerBounds {
  /** Bytes of one answer that are kept; the rest is cut. */
  readonly answerBytes: number;
  /** Bytes of all of them: beyond these, the oldest go. */
  readonly allBytes: number;
}
export const answerBounds: AnswerBounds = { answerBytes: 512 * mega, allBytes: 2048 * mega };

export interface Answers {
  /** Where the engine puts them. */
  readonly spool: NonNullable<ExecuteOptions['spool']>;
  /** A result as the engine gave it, whose file is tied to its run and stands in it no more; makes room for it. May be asked again where the store was locked. */
  taken(result: ExecutionResult): ExecutionResult;
  /** Takes away the files of runs that have left the history. */
  sweep(): void;
  fileOf(execution_id: string): string | undefined;
  /** A kept result, which says where its body is gone. */
  told(result: ExecutionResult): ExecutionResult;
  /** The data of a result, read back where it stands in a file. Throws `too_large` above 10 MiB, and `not_found` where it is gone. */
  dataOf(result: ExecutionResult): unknown;
}

/** One per platform: it owns the folder. */
const made = new WeakMap<Core, Answers>();

export function answersOf(core: Core): Answers {
  const known = made.get(core);
  if (known) return known;
  const answers = createAnswers(core, core.data);
  made.set(core, answers);
  return answers;
}

/** Begins by taking away what a crash left: files that no run names, and answers of runs that never ended. */
export function createAnswers({ db, log }: Pick<Core, 'db' | 'log'>, data: string, bounds: AnswerBounds = answerBounds): Answers {
  const sql = statements(db);
  const folder = join(data, 'answers');
  /** How many rows there are: runs without large answers are the most, and have nothing to look for. */
  let count = 0;

  const remove = (file: string) => {
    for (const path of [join(folder, file), indexFile(join(folder, file))]) {
      rm(path, { force: true }).catch((error: unknown) => log(`The file ${path} of an answer cannot be taken away: ${String(error)}`));
    }
  };
  const total = () => sql('SELECT coalesce(sum(bytes), 0) AS n FROM composer_answers').get()!['n'] as number;
  const makeRoom = (newest: string) => {
    for (let left = total(); left > bounds.allBytes;) {
      const oldest = sql('DELETE FROM composer_answers WHERE seq = (SELECT min(seq) FROM composer_answers) AND execution_id <> ? RETURNING file, bytes').get(newest);
      if (!oldest) return;
      count -= 1;
      remove(oldest['file'] as string);
      left -= oldest['bytes'] as number;
    }
  };

  const answers: Answers = {
    spool: { folder, max_bytes: bounds.answerBytes },
    taken(result) {
      const { id, spooled } = result;
      if (!spooled) return result;
      const { file, bytes } = spooled as NonNullable<Outcome['spooled']>;
      try {
        transaction(db, () => {
          sql('INSERT INTO composer_answers (execution_id, file, bytes) VALUES (?, ?, ?)').run(id, basename(file), bytes);
          count += 1;
          makeRoom(id);
        });
      } catch (error) {
        if (!isLocked(error)) remove(basename(file));
        throw error;
      }
      return { ...result, spooled: { bytes } };
    },
    sweep() {
      if (count === 0) return;
      for (const { file } of sql('DELETE FROM composer_answers WHERE gone = 1 RETURNING file').all()) {
        count -= 1;
        remove(file as string);
      }
    },
    fileOf(execution_id) {
      const row = sql('SELECT file FROM composer_answers WHERE execution_id = ? AND gone = 0').get(execution_id);
      return row && join(folder, row['file'] as string);
    },
    told: (result) => (result.spooled && !answers.fileOf(result.id) ? { ...result, spooled: { ...result.spooled, gone: true } } : result),
    dataOf(result) {
      const { id, spooled, headers } = result;
      if (!spooled) return result.data;
      const file = answers.fileOf(id);
      if (file === undefined) throw bodyGone();
      if (spooled.bytes > judgedBytes) throw new AppError('too_large', `The answer has ${Math.ceil(spooled.bytes / mega)} MiB; its body is worked on up to ${judgedBytes / mega} MiB. Ask the target for less.`);
      return decode(readFileSync(file), contentTypeOf(headers), null, []).data;
    },
  };

  sql('UPDATE composer_answers SET gone = 1 WHERE execution_id IN (SELECT id FROM composer_begun)').run();
  sql('DELETE FROM composer_answers WHERE gone = 1').run();
  const kept = new Set(sql('SELECT file FROM composer_answers').all().flatMap(({ file }) => [file as string, indexFile(file as string)]));
  count = sql('SELECT count(*) AS n FROM composer_answers').get()!['n'] as number;
  for (const file of filesIn(folder)) if (!kept.has(file)) rmSync(join(folder, file), { force: true });
  return answers;
}

export const bodyGone = () => new AppError('not_found', 'The body of this answer is not kept any more: newer ones have taken its room. Send the request again to see it.');

export const contentTypeOf = (headers: Readonly<Record<string, string>>): string => Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
