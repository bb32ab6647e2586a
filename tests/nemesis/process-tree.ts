import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Lists the running children of a process. */
export function childrenOf(pid: number): number[] {
  return wordsOf(`/proc/${pid}/task/${pid}/children`, ' ').map(Number);
}

/** Finds the child of a process that runs this file, such as `server.ts`. */
export function childRunning(pid: number, file: string): number | undefined {
  return childrenOf(pid).find((child) =>
    wordsOf(`/proc/${child}/cmdline`, '\0').some((word) => basename(word) === file),
  );
}

function wordsOf(path: string, separator: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(separator)
      .filter((word) => word !== '');
  } catch {
    return [];
  }
}
