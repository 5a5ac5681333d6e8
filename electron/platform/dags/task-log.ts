export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** Where one try of a task says what it does: never a secret, nor a value that may hold one. */
export interface TaskLog {
  write(level: LogLevel, text: string): void;
  /** Nothing more will be written. */
  end(): void;
}

/** Opens the log of a try of this task instance (the key within the store). Never throws: a log must not keep a task from running. */
export type OpenLog = (instance: number, try_number: number) => TaskLog;

const silent: TaskLog = { write: () => undefined, end: () => undefined };

/** Writes nothing. */
export const openNoLog: OpenLog = () => silent;
