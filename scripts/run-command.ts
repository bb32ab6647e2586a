import { DatabaseError } from 'pg';
import { createDeps } from '../apps/api/src/app.ts';
import { readConfig } from '../apps/api/src/config/config.ts';
import { BadConfiguration } from '../apps/api/src/config/environment.ts';
import { onDatabase } from './command-database.ts';
import { StartUpMistake } from './start-up-mistake.ts';

/**
 * Runs a command of an operator against the database, and ends the process: 0, or 1 after one sentence.
 * @param work answers whether all is well
 */
export async function runCommand(
  name: string,
  work: (deps: ReturnType<typeof createDeps>) => Promise<boolean>,
): Promise<never> {
  try {
    const isWell = await onDatabase(process.env, async (appUrl) => {
      const deps = createDeps(readConfig({ ...process.env, DATABASE_URL: appUrl, LOG_LEVEL: 'warn' }), name);
      try {
        return await work(deps);
      } finally {
        await deps.db.destroy();
      }
    });
    process.exit(isWell ? 0 : 1);
  } catch (error) {
    const isMistake = error instanceof StartUpMistake || error instanceof BadConfiguration;
    if (isOlderSchema(error)) console.error(OLDER_SCHEMA);
    else console.error(isMistake ? error.message : error);
    process.exit(1);
  }
}

const OLDER_SCHEMA =
  'The database is of an older version of Zawadi; run `npm start` once, which brings it up to date.';
const MISSING_TABLE_OR_FUNCTION = ['42P01', '42883'];

function isOlderSchema(error: unknown): boolean {
  return error instanceof DatabaseError && MISSING_TABLE_OR_FUNCTION.includes(error.code ?? '');
}
