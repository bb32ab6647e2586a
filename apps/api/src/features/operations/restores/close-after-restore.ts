import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { raiseAlert, resolveAlerts } from '../../control/alerts/index.ts';
import * as store from './store.ts';

/** How much of each was found that the lost system may have carried on with. */
type Closed = { orders: number; messages: number; gifts: number; sessions: number };

/**
 * Closes a database that was brought back to an earlier moment. What it was about to do may have been done by the system
 * that was lost, so nothing of it is done again: orders become unknown and are asked about, messages on their way out stay
 * where they are, gifts that fell due count as delivered. Sessions and codes end, because what revoked them may be lost.
 *
 * @param db connection of the role that owns the tables: the application may do none of this
 * @param moments.knownUntil up to when the database knows what happened
 * @param moments.ranUntil up to when the lost system may have worked, not before that
 */
export function closeAfterRestore(db: Db, moments: { knownUntil: Date; ranUntil: Date }): Promise<Closed> {
  return inTransaction(db, async (tx) => {
    await store.insertRestore(tx, moments);
    const closed = {
      orders: await store.holdOrders(tx),
      messages: await store.holdMessages(tx),
      gifts: await store.takeGiftsAsDelivered(tx, moments.ranUntil),
      sessions: await store.endSessions(tx),
    };
    const knownUntil = moments.knownUntil.toISOString();
    await raiseAlert(tx, { kind: 'restored', details: { knownUntil } });
    const ranUntil = moments.ranUntil.toISOString();
    await store.appendToAuditLog(tx, 'system.restored', { knownUntil, ranUntil, ...closed });
    return closed;
  });
}

/**
 * Lets people in and money out again.
 * @param db connection of the role that owns the tables
 * @returns false when it was not closed
 */
export function openAfterRestore(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await store.markOpened(tx))) return false;
    await resolveAlerts(tx, 'restored');
    await store.appendToAuditLog(tx, 'system.opened', {});
    return true;
  });
}
