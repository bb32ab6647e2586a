import { recordTrial } from '../apps/api/src/features/office/system-checks/index.ts';
import { checkRestored } from './backup/check-restored.ts';
import { connectAsOwner } from './backup/connect.ts';
import { withBackup, type Wanted } from './backup/fetch-backup.ts';
import { loadBackup } from './backup/load-backup.ts';
import { withScratchDatabase } from './backup/scratch-database.ts';
import { readOptions, usageOf } from './commands/commands.ts';
import { endWith, onDatabase, withDeps, type DatabaseUrls } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const LONGEST_FAILURE = 400;

await endWith(async () => {
  const { BACKUP_TO, BACKUP_IDENTITY_FILE } = process.env;
  const options = readOptions('backup-check');
  const from = options.from ?? (BACKUP_TO || undefined);
  const identity = options.identity ?? (BACKUP_IDENTITY_FILE || undefined);
  if (from === undefined) throw new StartUpMistake(`From where? ${usageOf('backup-check')}`);
  return onDatabase(process.env, (urls) => check(urls, { from, isNewest: true, identityFile: identity }));
});

async function check({ appUrl, ownerUrl }: DatabaseUrls, wanted: Wanted): Promise<boolean> {
  if (ownerUrl === undefined) throw new StartUpMistake('The check needs DATABASE_OWNER_URL.');
  return withBackup(wanted, async ({ folder, manifest }) => {
    console.log(`Restoring the backup of ${manifest.madeAt} into a scratch database …`);
    const madeAt = new Date(manifest.madeAt);
    try {
      const isWhole = await withScratchDatabase(ownerUrl, async (scratchUrl) => {
        const appLogin = decodeURIComponent(new URL(appUrl).username);
        await loadBackup({ ownerUrl: scratchUrl, appLogin, folder, manifest, ranUntil: new Date() });
        return withDeps('backup-check', { appUrl: scratchUrl, ownerUrl: scratchUrl }, (deps) =>
          checkRestored(deps, scratchUrl, manifest.books),
        );
      });
      await record(ownerUrl, {
        madeAt,
        failure: isWhole ? undefined : 'its books are not those of the backup',
      });
      return isWhole;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await record(ownerUrl, { madeAt, failure: reason.slice(0, LONGEST_FAILURE) });
      throw error;
    }
  });
}

async function record(ownerUrl: string, trial: Parameters<typeof recordTrial>[1]): Promise<void> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    await recordTrial(owner.db, trial);
  } finally {
    await owner.close();
  }
}
