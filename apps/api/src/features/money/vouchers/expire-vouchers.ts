import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { processDueRows } from '../../../platform/jobs/process-due-rows.ts';
import { postings } from '../../services/postings/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { takeVouchersToExpire, takeVouchersToReturn, type VoucherToExpire } from './expiry-store.ts';
import { closeVouchers, insertActivities } from './store.ts';
import { takeReminders, type Reminder } from './delivery-store.ts';
import { readRecipientLanguages } from './recipient-languages-store.ts';

const AT_ONCE = 100;

const DAYS_BEFORE = [30, 7, 1];

/**
 * Closes expired vouchers and moves their value to the unclaimed money that we keep for their owners. Returns the
 * value of a merchant's own voucher to the merchant, also when the merchant was closed 90 days ago.
 * @returns the number of closed vouchers
 */
export async function expireVouchers(deps: Pick<Deps, 'db' | 'log'>): Promise<number> {
  let closed = 0;
  for (const take of [takeVouchersToExpire, takeVouchersToReturn]) {
    closed += await processDueRows(deps, {
      atOnce: AT_ONCE,
      failure: 'a voucher cannot be closed after its last day',
      take,
      work: expire,
    });
  }
  return closed;
}

/**
 * Reminds recipients 30, 7 and 1 days before their voucher expires, each time once.
 * @returns the number of reminders
 */
export function remindOfExpiry(deps: Pick<Deps, 'db' | 'keys' | 'log'>): Promise<number> {
  return processDueRows(deps, {
    atOnce: AT_ONCE,
    failure: 'a recipient cannot be reminded',
    take: (tx, page) => takeReminders(tx, DAYS_BEFORE, page),
    work: (tx, reminders) => remind(tx, deps, reminders),
  });
}

async function expire(tx: Transaction, vouchers: readonly VoucherToExpire[]): Promise<void> {
  const outcomes = await post(
    tx,
    vouchers.map(({ id: voucherId, expiresAt, issuerMerchantId: merchantId }) =>
      merchantId === null
        ? postings.expiry({ voucherId, expiresAt })
        : postings.merchantVoucherReturned({ voucherId, merchantId, expiresAt }),
    ),
  );
  const expired = vouchers.flatMap(({ id }, index) => {
    const outcome = outcomes[index];
    // The ledger refuses the transfer if nothing was left: such a voucher stays used-up instead of expired.
    return outcome?.outcome === 'posted'
      ? [{ id, amountCents: outcome.transfers[0]?.amountCents ?? 0n }]
      : [];
  });
  if (expired.length === 0) return;
  await closeVouchers(
    tx,
    expired.map(({ id }) => ({ id, closedAs: 'EXPIRED' })),
  );
  await insertActivities(
    tx,
    expired.map(({ id, amountCents }) => ({
      voucher_id: id,
      id: newId(),
      kind: 'EXPIRED',
      actor_kind: 'system',
      amount_cents: amountCents,
    })),
  );
}

async function remind(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  reminders: readonly Reminder[],
): Promise<void> {
  const languages = await readRecipientLanguages(tx, reminders);
  const notices = reminders.map(
    ({ id, recipientMsisdn, recipientEmail, daysLeft, expiresAt }, n): Notice => ({
      template: 'voucher-expiring',
      data: { voucherId: id },
      sms: recipientMsisdn ?? undefined,
      email: recipientEmail ?? undefined,
      language: languages[n],
      dedupeKey: `${id}/${expiresAt.toISOString()}/${daysLeft}`,
    }),
  );
  await notify(tx, deps, ...notices);
}
