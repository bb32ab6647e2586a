import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { raiseAlert, resolveAlerts } from '../alerts/index.ts';
import { recordCommand } from '../audit/index.ts';
import * as store from './store.ts';

/** Number of records of each kind that the lost system may have processed after the backup. */
export type Closed = Record<
  'orders' | 'messages' | 'webhooks' | 'settlements' | 'gifts' | 'sessions',
  number
>;

const DATABASE = { subjectKind: 'system', subjectId: 'database' } as const;

/**
 * Closes a database that was restored from a backup. The lost system may have carried out its pending work, so none of
 * this work is repeated: orders become unknown and are queried, pending messages stay unsent, batches wait for an
 * administrator, due gifts count as delivered. Sessions and codes end, because their revocations may be lost.
 * @param tx transaction of the role that owns the tables: the application has no right to close a database
 * @param moments.knownUntil the database has every transaction up to this moment
 * @param moments.ranUntil the lost system may have worked up to this moment, not before `knownUntil`
 */
export async function closeAfterRestore(tx: Transaction, moments: store.Moments): Promise<Closed> {
  await store.insertRestore(tx, moments);
  const closed = {
    orders: await store.markOrdersUnknown(tx),
    messages: await store.markMessagesUnknown(tx),
    webhooks: await store.failPendingWebhooks(tx),
    settlements: await store.holdSettlements(tx),
    gifts: await store.markGiftsDelivered(tx, moments.ranUntil),
    sessions: await store.endSessions(tx),
  };
  const knownUntil = moments.knownUntil.toISOString();
  await raiseAlert(tx, { kind: 'restored', details: { knownUntil } });
  const ranUntil = moments.ranUntil.toISOString();
  await recordCommand(tx, {
    action: 'system.restored',
    ...DATABASE,
    after: { knownUntil, ranUntil, ...closed },
  });
  return closed;
}

type Opening = { outcome: 'opened' | 'not_closed' } | { outcome: 'unchecked'; unchecked: store.Unchecked };

/**
 * Opens the system again: users may sign in, and orders are sent to M-PESA.
 * @param db connection of the role that owns the tables
 * @param options.isForced opens although M-PESA's statements since the backup were not uploaded, or differ
 */
export function openAfterRestore(db: Db, { isForced }: { isForced: boolean }): Promise<Opening> {
  return inTransaction(db, async (tx): Promise<Opening> => {
    const unchecked = await store.readUnchecked(tx);
    if (!unchecked) return { outcome: 'not_closed' };
    const isChecked = unchecked.accounts.length === 0 && unchecked.missingHere === 0;
    if (!isChecked && !isForced) return { outcome: 'unchecked', unchecked };
    await store.markOpened(tx);
    await resolveAlerts(tx, 'restored');
    await recordCommand(tx, {
      action: 'system.opened',
      ...DATABASE,
      after: isChecked ? {} : { unchecked },
    });
    return { outcome: 'opened' };
  });
}
