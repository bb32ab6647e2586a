import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { raiseAlert, resolveAlerts } from '../alerts/index.ts';
import * as store from './store.ts';

/** How much of each was found that the lost system may have carried on with. */
export type Closed = Record<
  'orders' | 'messages' | 'webhooks' | 'settlements' | 'gifts' | 'sessions',
  number
>;

/**
 * Closes a database that was brought back to an earlier moment. What it was about to do may have been done by the system
 * that was lost, so nothing of it is done again: orders become unknown and are asked about, messages on their way out stay
 * where they are, batches wait for an administrator, gifts that fell due count as delivered. Sessions and codes end,
 * because what revoked them may be lost.
 *
 * @param tx of the role that owns the tables: the application may do none of this
 * @param moments.knownUntil up to when the database knows what happened
 * @param moments.ranUntil up to when the lost system may have worked, not before that
 */
export async function closeAfterRestore(tx: Transaction, moments: store.Moments): Promise<Closed> {
  await store.insertRestore(tx, moments);
  const closed = {
    orders: await store.holdOrders(tx),
    messages: await store.holdMessages(tx),
    webhooks: await store.holdWebhooks(tx),
    settlements: await store.holdSettlements(tx),
    gifts: await store.takeGiftsAsDelivered(tx, moments.ranUntil),
    sessions: await store.endSessions(tx),
  };
  const knownUntil = moments.knownUntil.toISOString();
  await raiseAlert(tx, { kind: 'restored', details: { knownUntil } });
  const ranUntil = moments.ranUntil.toISOString();
  await store.appendToAuditLog(tx, 'system.restored', { knownUntil, ranUntil, ...closed });
  return closed;
}

type Opening = { outcome: 'opened' | 'not_closed' } | { outcome: 'unchecked'; unchecked: store.Unchecked };

/**
 * Lets people in and money out again.
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
    await store.appendToAuditLog(tx, 'system.opened', isChecked ? {} : { unchecked });
    return { outcome: 'opened' };
  });
}
