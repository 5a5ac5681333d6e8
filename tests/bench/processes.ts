import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel says of processes; on Linux only. */

/** A process and all that descend from it. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of all()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const walk = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(walk)];
  return walk(root);
}

export const childrenOf = (parent: number): number[] => all().filter((process) => process.parent === parent).map(({ pid }) => pid);

/** Megabytes of memory that these processes hold, shared pages divided among those that share them (PSS). */
export const memory = (pids: readonly number[]): number =>
  sum(pids, (pid) => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? Number.NaN)) / 1024;

/** Seconds that these processes have computed so far, in user and kernel mode; a tick is 10 ms. */
export const cpu = (pids: readonly number[]): number =>
  sum(pids, (pid) => {
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12])) / 100;
  });

/** The fields of /proc/<pid>/stat that follow the name, which may hold blanks and brackets; the first is the state. */
const statOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

function all(): { pid: number; parent: number }[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => ifThere(() => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) })));
}

const sum = (pids: readonly number[], of: (pid: number) => number) => pids.flatMap((pid) => ifThere(() => of(pid))).reduce((total, value) => total + value, 0);

/** What is read of a process that may end meanwhile. */
function ifThere<T>(read: () => T): T[] {
  try {
    return [read()];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return [];
    throw error;
  }
}
