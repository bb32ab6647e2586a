import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { areWhole, describeBooks } from './backup/books.ts';
import { writeBackup } from './backup/write-backup.ts';
import { endWith, onDatabase } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const USAGE = 'npm run backup -- --to FOLDER';

await endWith(async () => {
  const to = readTarget();
  return onDatabase(process.env, async ({ ownerUrl }) => {
    const { folder, manifest, bytes } = await writeBackup({ ownerUrl, to });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backed up ${manifest.tables.length} tables with ${rows} rows as of ${manifest.madeAt}, ${bytes} bytes:

  ${folder}

${describeBooks(manifest.books)}

Check it with \`npm run restore -- --from ${folder} --verify\`, and keep a copy on another machine.
IT HOLDS NO SECRET: without APP_SECRET codes and links in it cannot be read, and no second factor works. Keep that, the
settings and M-PESA's certificate elsewhere.`);
    if (areWhole(manifest.books)) return true;
    console.error(
      'THE BACKUP IS COMPLETE, BUT ITS BOOKS OR ITS AUDIT LOG ARE BROKEN. Keep the earlier backups.',
    );
    return false;
  });
});

function readTarget(): string {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } });
    // npm runs this script in the product's folder, but the operator may have run npm in another folder.
    if (values.to) return resolve(process.env['INIT_CWD'] ?? '.', values.to);
  } catch (error) {
    throw new StartUpMistake(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  }
  throw new StartUpMistake(`Where to? Usage: ${USAGE}`);
}
