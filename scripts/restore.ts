import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/api/src/config/config.ts';
import { closeAfterRestore, openAfterRestore } from '../apps/api/src/features/operations/restores/index.ts';
import { connectAsOwner } from './backup/connect.ts';
import { verifyBackup } from './backup/manifest.ts';
import { checkRestored } from './backup/check-restored.ts';
import { loadBackup } from './backup/load-backup.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { endWith, folderOf, onDatabase, withDeps } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const USAGE = `npm run restore -- --from FOLDER [--until TIME]   into an empty DATA_DIR or database
       npm run restore -- --from FOLDER --verify        only checks the backup
       npm run restore -- --restored-to TIME [--until TIME]   after the database was brought back by other means
       npm run restore -- --open                        lets people in and money out again
TIME is like 2026-11-23T14:05:00+03:00. --until: when the lost system stopped; now when left out.`;

await endWith(async () => {
  const { from, verify, until, open, restoredTo } = readRequest();
  if (open) return openSystem();
  const ranUntil = until ?? new Date();
  if (restoredTo) return onDatabase(process.env, ({ ownerUrl }) => close(ownerUrl, restoredTo, ranUntil));
  if (from === undefined) throw new StartUpMistake(`From where? Usage: ${USAGE}`);
  const folder = resolve(process.env['INIT_CWD'] ?? '.', from);
  const manifest = await verifyBackup(folder);
  console.log(
    `The backup of ${manifest.madeAt} is complete and unchanged: ${manifest.tables.length} tables.`,
  );
  if (verify) return true;
  const madeAt = new Date(manifest.madeAt);
  if (ranUntil < madeAt)
    throw new StartUpMistake(`--until cannot be before the backup (${manifest.madeAt}).`);
  return inEmptyDatabase(async ({ appUrl, ownerUrl }) => {
    const appLogin = decodeURIComponent(new URL(appUrl).username);
    await loadBackup({ ownerUrl, appLogin, folder, manifest });
    const isWhole = await withDeps('restore', { appUrl, ownerUrl }, (deps) =>
      checkRestored(deps, ownerUrl, manifest.books),
    );
    return (await close(ownerUrl, madeAt, ranUntil)) && isWhole;
  });
});

type Urls = { appUrl: string; ownerUrl: string };

/** The database of the configuration, or an embedded one that is made here, and removed again when this fails. */
async function inEmptyDatabase(work: (urls: Urls) => Promise<boolean>): Promise<boolean> {
  const { database, dataDir, provider } = readConfig(process.env);
  if (database.url !== undefined || database.ownerUrl !== undefined) {
    const { url: appUrl, ownerUrl } = database;
    if (appUrl === undefined || ownerUrl === undefined)
      throw new StartUpMistake('Set both DATABASE_URL and DATABASE_OWNER_URL, or neither.');
    return work({ appUrl, ownerUrl });
  }
  const folder = folderOf(process.env);
  if (existsSync(join(folder, 'cluster')))
    throw new StartUpMistake(
      `${dataDir} has a database already; choose an empty folder with DATA_DIR, and keep that one.`,
    );
  const server = await startEmbeddedPostgres({ dataDir: folder });
  let isLoaded = false;
  try {
    const isWell = await work(server);
    isLoaded = true;
    if (provider === 'sandbox') skipDemo(dataDir);
    return isWell;
  } finally {
    await server.stop();
    if (!isLoaded) rmSync(folder, { recursive: true, force: true });
  }
}

/** What was restored has its history. */
function skipDemo(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  for (const marker of ['demo-is-seeded', 'demo-history-is-over']) writeFileSync(join(dataDir, marker), '');
}

async function close(ownerUrl: string | undefined, knownUntil: Date, ranUntil: Date): Promise<boolean> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const closed = await closeAfterRestore(owner.db, { knownUntil, ranUntil });
    console.log(`
The system is CLOSED: only administrators get in, and no money goes out. It knows nothing that happened after
${knownUntil.toISOString()}. So that nothing is done twice which may have been done until ${ranUntil.toISOString()}:
  ${closed.orders} orders to M-PESA count as sent, and M-PESA is asked what became of them
  ${closed.messages} messages on their way out are not sent (table outbox, state unknown)
  ${closed.gifts} scheduled gifts count as delivered; buyers and support can send them again
  ${closed.sessions} sessions were ended; everyone signs in again

Now start Zawadi, upload M-PESA's statements since then under Admin, Reconciliation, book what is missing, and open it:
  npm run restore -- --open
NO SECRET WAS IN THE BACKUP: start with the APP_SECRET of the system that was backed up.`);
    return true;
  } finally {
    await owner.close();
  }
}

function openSystem(): Promise<boolean> {
  return onDatabase(process.env, async ({ ownerUrl }) => {
    const owner = await connectAsOwner(ownerUrl);
    try {
      const wasClosed = await openAfterRestore(owner.db);
      console.log(wasClosed ? 'The system is open.' : 'The system was not closed.');
      return true;
    } finally {
      await owner.close();
    }
  });
}

function readRequest() {
  const options = {
    from: { type: 'string' },
    verify: { type: 'boolean' },
    until: { type: 'string' },
    open: { type: 'boolean' },
    'restored-to': { type: 'string' },
  } as const;
  try {
    const { values } = parseArgs({ options });
    return {
      from: values.from,
      verify: values.verify === true,
      open: values.open === true,
      until: momentOf(values.until),
      restoredTo: momentOf(values['restored-to']),
    };
  } catch (error) {
    throw new StartUpMistake(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  }
}

/** A moment without its zone would be the server's, which is not Nairobi's. */
function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (!/(?:Z|[+-]\d\d:\d\d)$/u.test(text) || Number.isNaN(moment.getTime()))
    throw new Error(`${text} is no moment with its time zone.`);
  return moment;
}
