import { BadConfiguration } from './environment.ts';

/** Ends a process that could not start: with a sentence for a mistake of the operator, with a stack for a defect. */
export function failToStart(error: unknown): never {
  const isMistake = error instanceof BadConfiguration;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${isMistake ? error.message : stack}\n`);
  process.exit(1);
}
