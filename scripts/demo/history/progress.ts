import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { HeldGift } from './stage.ts';

/** Progress of an earlier run. Saved before each step, so that kill -9 skips at most one step. */
export type Progress = {
  /** Time at which the first run began. All times of the history are counted back from it. */
  present: string;
  steps: number;
  gifts: [number, HeldGift][];
  /** Whether a step was interrupted. Later steps may then lack its money, and be refused. */
  wasInterrupted: boolean;
};

/** Reads the progress. If there is none, saves its first line: `present` is now. */
export function readProgress(path: string): Progress {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(parse) : [];
  const saved = Object.assign({}, ...lines) as Partial<Progress>;
  const { present = new Date().toISOString(), steps = 0, wasInterrupted = false } = saved;
  if (saved.present === undefined) append(path, { present });
  return { present, steps, wasInterrupted, gifts: lines.flatMap(({ gifts = [] }) => gifts) };
}

/**
 * Returns a function that saves the progress: a line with the changes. Replacing the file would cost more than
 * many steps do.
 */
export function createProgressFile(path: string): (progress: Omit<Progress, 'present'>) => void {
  let saved = new Map<number, HeldGift>();
  return ({ gifts, ...progress }) => {
    append(path, { ...progress, gifts: gifts.filter(([number, gift]) => saved.get(number) !== gift) });
    saved = new Map(gifts);
  };
}

function append(path: string, progress: Partial<Progress>): void {
  appendFileSync(path, `\n${JSON.stringify(progress)}`);
}

/** The last line is incomplete if the process was killed while it was written. Its step has not begun then. */
function parse(line: string): Partial<Progress>[] {
  try {
    return [JSON.parse(line) as Partial<Progress>];
  } catch {
    return [];
  }
}
