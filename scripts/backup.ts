import { readConfig } from '../apps/api/src/config/config.ts';
import { areWhole, describeBooks } from './backup/books.ts';
import type { ReadingUrls } from './backup/connect.ts';
import { recordBackup } from './backup/record-backup.ts';
import { readRetention } from './backup/retention.ts';
import { sendBackup, type BackupOrder } from './backup/send-backup.ts';
import { lineOf, readOptions, usageOf } from './commands/commands.ts';
import { endWith, onDatabase } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

await endWith(async () => {
  const order = readOrder();
  const { DATABASE_BACKUP_URL, DATABASE_BACKUP_URL_FILE } = process.env;
  const { backupUrl } = readConfig({ DATABASE_BACKUP_URL, DATABASE_BACKUP_URL_FILE }).database;
  const work = (urls: ReadingUrls) => backUp({ ...order, urls });
  return backupUrl === undefined ? onDatabase(process.env, work) : work({ backupUrl, ownerUrl: undefined });
});

async function backUp(order: BackupOrder): Promise<boolean> {
  const { place, manifest, bytes, removed } = await sendBackup(order);
  const notRecorded = await recordBackup(order.urls, { place, manifest, bytes });
  if (notRecorded !== undefined)
    console.error(`The backup is complete, but doctor and alerts do not count it (${notRecorded}).`);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const isEncrypted = order.recipients.length > 0;
  const options = `--backup ${place}${isEncrypted ? ' --identity FILE' : ''}`;
  console.log(`Backed up ${manifest.tables.length} tables with ${rows} rows as of ${manifest.madeAt}, ${bytes} bytes:

  ${place}

${describeBooks(manifest.books)}

Check it with \`${lineOf('verify', options)}\`, and keep a copy on another machine.
IT HOLDS NO SECRET: without APP_SECRET codes and links in it cannot be read, and no second factor works. Keep that, the
settings${isEncrypted ? ', the private key of the backups' : ''} and M-PESA's certificate elsewhere.`);
  for (const name of removed) console.log(`Deleted ${name}.`);
  if (areWhole(manifest.books)) return true;
  console.error(
    'THE BACKUP IS COMPLETE, BUT ITS BOOKS OR ITS AUDIT LOG ARE BROKEN. Keep the earlier backups; none was deleted.',
  );
  return false;
}

function readOrder(): Omit<BackupOrder, 'urls'> {
  const { BACKUP_TO, BACKUP_RECIPIENT, BACKUP_KEEP } = process.env;
  // An empty setting is one that is not set, as in the files of systemd.
  const options = readOptions('backup');
  const to = options.to ?? (BACKUP_TO || undefined);
  const recipient = options.recipient ?? (BACKUP_RECIPIENT || undefined);
  const keep = options.keep ?? (BACKUP_KEEP || undefined);
  if (to === undefined || to === '') throw new StartUpMistake(`Where to? ${usageOf('backup')}`);
  return {
    to,
    recipients: recipient?.split(',').map((one) => one.trim()) ?? [],
    retention: keep === undefined ? undefined : readRetention(keep),
  };
}
