import { pino, type Logger } from 'pino';

const PERMISSION_DENIED = '42501';

/**
 * Silent, except for what a test would otherwise see as "Something went wrong" only: the sentence with which the database
 * refuses a statement of the application role.
 * @param print where it goes
 */
export function createFailureLog(
  print: (sentence: string) => unknown = (sentence) => process.stderr.write(`${sentence}\n`),
): Logger {
  const write = (line: string): void => {
    const { err } = JSON.parse(line) as { err?: { code?: string; message: string } };
    if (err?.code === PERMISSION_DENIED) print(`The database says: ${err.message}`);
  };
  return pino({ level: 'error' }, { write });
}
