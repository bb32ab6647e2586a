import { UnusableDatabase } from '../platform/db/usable-database.ts';
import { BadConfiguration } from './environment.ts';

/** SQLSTATE of a wrong login, password or database. */
const REFUSED_LOGIN = /^(28|3D000)/u;

/** Ends a process that could not start. Prints a sentence for an operator's mistake, and a stack trace for a bug. */
export function failToStart(error: unknown): never {
  process.stderr.write(`${wordsFor(error)}\n`);
  process.exit(1);
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof BadConfiguration || error instanceof UnusableDatabase) return error.message;
  if ('code' in error && typeof error.code === 'string' && REFUSED_LOGIN.test(error.code)) {
    return `DATABASE_URL does not lead into the database: ${error.message}.`;
  }
  if ('code' in error && error.code === 'EADDRINUSE')
    return `The port of ${'variable' in error ? String(error.variable) : 'PORT'} is taken by another program (${error.message}).`;
  return error.stack ?? error.message;
}
