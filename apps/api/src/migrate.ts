import { readConfig } from './config/config.ts';
import { BadConfiguration } from './config/environment.ts';
import { failToStart } from './config/fail-to-start.ts';
import { explainMigrationFailure, migrate } from './platform/db/migrate.ts';
import { UnusableDatabase } from './platform/db/usable-database.ts';

/** Migrates the database of DATABASE_OWNER_URL to the newest schema, and exits. Needs no other variable. */
try {
  const { DATABASE_OWNER_URL, DATABASE_OWNER_URL_FILE } = process.env;
  const { ownerUrl } = readConfig({ DATABASE_OWNER_URL, DATABASE_OWNER_URL_FILE }).database;
  if (ownerUrl === undefined) {
    throw new BadConfiguration([
      'Set DATABASE_OWNER_URL, the address with which the owner of the database signs in.',
    ]);
  }
  let applied = 0;
  const log = (line: string): void => {
    applied += 1;
    process.stdout.write(`${line}\n`);
  };
  await migrate({ ownerUrl, log }).catch((error: unknown) => {
    throw new UnusableDatabase(explainMigrationFailure(error));
  });
  process.stdout.write(applied === 0 ? 'The database was up to date.\n' : 'The database is up to date.\n');
} catch (error) {
  failToStart(error);
}
