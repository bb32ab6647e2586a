import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../apps/api/src/config/config.ts';
import {
  closeAfterRestore,
  openAfterRestore,
  type Closed,
  type Moments,
} from '../apps/api/src/features/services/restores/index.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { connectAsOwner, requireNoneConnected } from './backup/connect.ts';
import { withBackup } from './backup/fetch-backup.ts';
import { checkRestored } from './backup/check-restored.ts';
import { loadBackup } from './backup/load-backup.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { lineOf, readOptions, usageOf } from './commands/commands.ts';
import { endWith, folderOf, onDatabase, withDeps } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

/** Options allowed with each action of the command. */
const OPTIONS_OF: Record<string, readonly string[]> = {
  from: ['newest', 'identity', 'until'],
  'restored-to': ['until', 'yes'],
  open: ['force'],
};

await endWith(async () => {
  const { from, isNewest, identityFile, until, isToBeOpened, isForced, isConfirmed, restoredTo } =
    readRequest();
  if (isToBeOpened) return openSystem(isForced);
  const ranUntil = until ?? new Date();
  if (restoredTo) return closeRestored({ knownUntil: restoredTo, ranUntil }, isConfirmed);
  if (from === undefined) throw new StartUpMistake(`From where? ${usageOf('restore')}`);
  return withBackup({ from, isNewest, identityFile }, async ({ folder, manifest }) => {
    console.log(
      `The backup of ${manifest.madeAt} is complete and unchanged: ${manifest.tables.length} tables.`,
    );
    const moments = { knownUntil: new Date(manifest.madeAt), ranUntil };
    requireOrder(moments);
    return inEmptyDatabase(async ({ appUrl, ownerUrl }) => {
      const appLogin = loginOf(appUrl);
      const closed = await loadBackup({ ownerUrl, appLogin, folder, manifest, ranUntil });
      const isWhole = await withDeps('restore', { appUrl, ownerUrl }, (deps) =>
        checkRestored(deps, ownerUrl, manifest.books),
      );
      describeClosed(closed, moments);
      return isWhole;
    });
  });
});

function requireOrder({ knownUntil, ranUntil }: Moments): void {
  if (ranUntil < knownUntil)
    throw new StartUpMistake(
      `The lost system ran at least until ${knownUntil.toISOString()}; --until cannot be before that.`,
    );
}

function loginOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

type Urls = { appUrl: string; ownerUrl: string };

/** Uses the configured database, or creates an embedded one and removes it if the restore fails. */
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

/** Marks the demo as seeded, because the restored data has its own history. */
function skipDemo(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  for (const marker of ['demo-is-seeded', 'demo-history-is-over']) writeFileSync(join(dataDir, marker), '');
}

/**
 * Closes a database that was restored by other means. On a system that was not restored, closing would cancel work in
 * progress.
 */
function closeRestored(moments: Moments, isConfirmed: boolean): Promise<boolean> {
  requireOrder(moments);
  return onDatabase(process.env, async ({ appUrl, ownerUrl }) => {
    const owner = await connectAsOwner(ownerUrl);
    try {
      const { host, port, database } = owner.client;
      const target = `the database ${database} on ${host}:${port} as restored to ${moments.knownUntil.toISOString()}`;
      await requireNoneConnected(owner.client, loginOf(appUrl));
      if (!isConfirmed)
        throw new StartUpMistake(
          `This closes ${target}: all sessions end, and queued messages are not sent. Add --yes to confirm.`,
        );
      console.log(`Closing ${target}.`);
      const closed = await inTransaction(owner.db, (tx) => closeAfterRestore(tx, moments));
      describeClosed(closed, moments);
      return true;
    } finally {
      await owner.close();
    }
  });
}

function describeClosed(closed: Closed, { knownUntil, ranUntil }: Moments): void {
  console.log(`
The system is CLOSED: only administrators get in, and no money goes out. Its data ends at
${knownUntil.toISOString()}. To repeat nothing that was done until ${ranUntil.toISOString()}:
  ${closed.orders} orders to M-PESA count as sent; the worker queries M-PESA for their outcome
  ${closed.messages} queued messages are not sent (table outbox, state unknown)
  ${closed.webhooks} webhooks are not sent; merchants can send them again
  ${closed.settlements} batches of merchants, and the next one of each, are not paid unless an administrator approves
  ${closed.gifts} scheduled gifts count as delivered; buyers and support can send them again
  ${closed.sessions} sessions were ended; everyone signs in again

Now start Zawadi, upload M-PESA's statements since then under Admin, Reconciliation, book what is missing, and open it:
  ${lineOf('restore', '--open')}
NO SECRET WAS IN THE BACKUP: start with the APP_SECRET of the system that was backed up.`);
}

function openSystem(isForced: boolean): Promise<boolean> {
  return onDatabase(process.env, async ({ ownerUrl }) => {
    const owner = await connectAsOwner(ownerUrl);
    try {
      const opening = await openAfterRestore(owner.db, { isForced });
      if (opening.outcome !== 'unchecked') {
        console.log(opening.outcome === 'opened' ? 'The system is open.' : 'The system was not closed.');
        return true;
      }
      const { accounts, missingHere } = opening.unchecked;
      console.error('The system stays CLOSED, because of unresolved differences:');
      if (accounts.length > 0)
        console.error(
          `  no statement uploaded since the restore covers the lost period: ${accounts.join(', ')}`,
        );
      if (missingHere > 0)
        console.error(
          `  ${missingHere} payments in statements are missing here, neither booked nor explained`,
        );
      console.error(
        'Resolve this under Admin, Reconciliation, or open the system anyway with --open --force.',
      );
      return false;
    } finally {
      await owner.close();
    }
  });
}

function readRequest() {
  const values = readOptions('restore');
  try {
    requireTogether(Object.keys(values));
    return {
      from: values.from,
      isNewest: values.newest === true,
      identityFile: values.identity,
      isToBeOpened: values.open === true,
      isForced: values.force === true,
      isConfirmed: values.yes === true,
      until: momentOf(values.until),
      restoredTo: momentOf(values['restored-to']),
    };
  } catch (error) {
    throw new StartUpMistake(
      `${error instanceof Error ? error.message : String(error)}\n${usageOf('restore')}\nTIME is like 2026-11-23T14:05:00+03:00.`,
    );
  }
}

function requireTogether(given: string[]): void {
  const [first, ...others] = Object.keys(OPTIONS_OF).filter((name) => given.includes(name));
  const odd = others[0] ?? given.find((name) => name !== first && !OPTIONS_OF[first ?? '']?.includes(name));
  if (odd !== undefined)
    throw new Error(
      first
        ? `--${odd} cannot be combined with --${first}.`
        : `--${odd} needs --from, --restored-to or --open.`,
    );
}

/** Parses a time. Refuses a time without a zone: JavaScript would assume the server's zone, not Nairobi's. */
function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (!/(?:Z|[+-]\d\d:\d\d)$/u.test(text) || Number.isNaN(moment.getTime()))
    throw new Error(`${text} is not a time with a time zone.`);
  return moment;
}
