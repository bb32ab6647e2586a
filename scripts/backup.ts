import { resolve } from 'node:path';
import { readConfig } from '../apps/api/src/config/config.ts';
import { areWhole, describeBooks } from './backup/books.ts';
import type { ReadingUrls } from './backup/connect.ts';
import { deleteOlderBackups } from './backup/delete-older.ts';
import { writeBackup } from './backup/write-backup.ts';
import { lineOf, readOptions, usageOf } from './commands/commands.ts';
import { endWith, onDatabase } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

await endWith(async () => {
  const { to, keep } = readRequest();
  const { DATABASE_BACKUP_URL, DATABASE_BACKUP_URL_FILE } = process.env;
  const { backupUrl } = readConfig({ DATABASE_BACKUP_URL, DATABASE_BACKUP_URL_FILE }).database;
  const work = (urls: ReadingUrls) => backUp(urls, { to, keep });
  return backupUrl === undefined ? onDatabase(process.env, work) : work({ backupUrl, ownerUrl: undefined });
});

type Request = { to: string; keep: number | undefined };

async function backUp(urls: ReadingUrls, { to, keep }: Request): Promise<boolean> {
  const { folder, manifest, bytes } = await writeBackup({ ...urls, to });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backed up ${manifest.tables.length} tables with ${rows} rows as of ${manifest.madeAt}, ${bytes} bytes:

  ${folder}

${describeBooks(manifest.books)}

Check it with \`${lineOf('verify', `--backup ${folder}`)}\`, and keep a copy on another machine.
IT HOLDS NO SECRET: without APP_SECRET codes and links in it cannot be read, and no second factor works. Keep that, the
settings and M-PESA's certificate elsewhere.`);
  if (!areWhole(manifest.books)) {
    console.error(
      'THE BACKUP IS COMPLETE, BUT ITS BOOKS OR ITS AUDIT LOG ARE BROKEN. Keep the earlier backups.',
    );
    return false;
  }
  if (keep !== undefined) {
    for (const deleted of await deleteOlderBackups(to, keep)) console.log(`Deleted ${deleted}.`);
  }
  return true;
}

/** npm runs this script in the product's folder, but the operator may have run npm in another folder. */
function readRequest(): Request {
  const { to, keep } = readOptions('backup');
  if (to === undefined || to === '') throw new StartUpMistake(`Where to? ${usageOf('backup')}`);
  if (keep !== undefined && !/^[1-9]\d{0,5}$/u.test(keep))
    throw new StartUpMistake(`--keep takes the number of backups to keep, at least 1. ${usageOf('backup')}`);
  return {
    to: resolve(process.env['INIT_CWD'] ?? '.', to),
    keep: keep === undefined ? undefined : Number(keep),
  };
}
