import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { notify } from '../../messages/messages/index.ts';
import { findUsersByVerifiedContact } from '../../access/users/index.ts';
import { takeReminders } from './delivery-store.ts';

const DAYS_BEFORE = [30, 7, 1];
const AT_ONCE = 100;

/**
 * Reminds recipients of value that is about to expire: 30, 7 and 1 days before, each once.
 * @returns how many were reminded
 */
export async function remindOfExpiry(deps: Pick<Deps, 'db' | 'keys'>): Promise<number> {
  let reminded = 0;
  for (;;) {
    const count = await inTransaction(deps.db, (tx) => remindSome(tx, deps));
    reminded += count;
    if (count < AT_ONCE) return reminded;
  }
}

async function remindSome(tx: Transaction, deps: Pick<Deps, 'keys'>): Promise<number> {
  const reminders = await takeReminders(tx, DAYS_BEFORE, AT_ONCE);
  for (const { id, recipientMsisdn: msisdn, recipientEmail: email, daysLeft, expiresAt } of reminders) {
    const [user] = await findUsersByVerifiedContact(tx, { msisdn, email });
    await notify(tx, deps, {
      template: 'voucher-expiring',
      data: { voucherId: id },
      sms: msisdn ?? undefined,
      email: email ?? undefined,
      language: user?.language,
      dedupeKey: `${id}/${expiresAt.toISOString()}/${daysLeft}`,
    });
  }
  return reminders.length;
}
