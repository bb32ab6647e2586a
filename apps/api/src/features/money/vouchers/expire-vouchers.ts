import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { postings } from '../postings/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { findUsersByVerifiedContact } from '../../access/users/index.ts';
import { closeVoucher, insertActivity, takeVouchersToExpire } from './store.ts';
import { takeReminders } from './delivery-store.ts';

const AT_ONCE = 100;

const DAYS_BEFORE = [30, 7, 1];

/**
 * Moves what is left on vouchers after their last day to the unclaimed money we keep for their owners; what is left on
 * a merchant's own goes back to that merchant.
 * @returns how many vouchers were closed
 */
export async function expireVouchers(deps: Pick<Deps, 'db'>): Promise<number> {
  let closed = 0;
  for (;;) {
    const count = await inTransaction(deps.db, expireSome);
    closed += count;
    if (count < AT_ONCE) return closed;
  }
}

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

async function expireSome(tx: Transaction): Promise<number> {
  const vouchers = await takeVouchersToExpire(tx, AT_ONCE);
  const outcomes = await post(
    tx,
    vouchers.map(({ id: voucherId, expiresAt, issuerMerchantId: merchantId }) =>
      merchantId === null
        ? postings.expiry({ voucherId, expiresAt })
        : postings.merchantVoucherReturned({ voucherId, merchantId, expiresAt }),
    ),
  );
  for (const [index, voucher] of vouchers.entries()) {
    const outcome = outcomes[index];
    // Refused when nothing was left: such a voucher stays what it is, used.
    if (outcome?.outcome !== 'posted') continue;
    await closeVoucher(tx, voucher.id, 'EXPIRED');
    await insertActivity(tx, {
      voucher_id: voucher.id,
      id: newId(),
      kind: 'EXPIRED',
      actor_kind: 'system',
      amount_cents: outcome.transfers[0]?.amountCents ?? 0n,
    });
  }
  return vouchers.length;
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
