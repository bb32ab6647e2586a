import { sql } from 'kysely';
import { isAnyOf, lockedInOrder } from '../../../platform/db/any-of.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { valueOfEach } from '../../../platform/db/row-of-each.ts';
import type { KnownMessage } from '../../services/delivery-reports/index.ts';
import type { Secrets } from './secrets.ts';
import type { Voucher } from './store.ts';

/**
 * Locks vouchers, to serialize delivery, resending, correction and thanks. Moving money needs the lock of the
 * balance.
 */
export async function lockVouchers(tx: Transaction, all: string[]): Promise<void> {
  await tx
    .selectFrom('vouchers')
    .select('id')
    .where(isAnyOf('id', all, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function lockVoucher(tx: Transaction, id: string): Promise<void> {
  return lockVouchers(tx, [id]);
}

/**
 * Changes the delivery moment of an unsent gift, and its validity accordingly.
 * @param gift.chosen null sends the gift now and marks it as announced
 * @returns false if the gift may no longer be rescheduled
 */
export async function setDeliveryMoment(
  tx: Transaction,
  { userId, voucherId, chosen }: { userId: string; voucherId: string; chosen: Date | null },
): Promise<boolean> {
  const { rows } = await sql<{ isMoved: boolean }>`
    select reschedule_gift(${voucherId}::uuid, ${userId}::uuid, ${chosen}::timestamptz) as "isMoved"`.execute(
    tx,
  );
  return rows[0]?.isMoved === true;
}

export async function recordResend(tx: Transaction, id: string): Promise<void> {
  await tx
    .updateTable('vouchers')
    .set((row) => ({ resends: row('resends', '+', 1), resent_at: sql<Date>`moment()` }))
    .where('id', '=', id)
    .execute();
}

/**
 * Gives a voucher another recipient and new secrets, records the activity, and resets the limits on resending.
 * @returns false if the voucher may no longer be corrected
 */
export async function recordCorrection(
  tx: Transaction,
  correction: { id: string; voucherId: string; buyerId: string },
  recipient: { name: string; msisdn: string; email: string | null },
  secrets: Secrets,
): Promise<boolean> {
  const { rows } = await sql<{ isCorrected: boolean }>`
    select correct_recipient(
      ${correction.voucherId}, ${correction.buyerId}, ${recipient.name}, ${recipient.msisdn}, ${recipient.email},
      ${secrets.code_sealed}, ${secrets.code_last_four}, ${secrets.alias_sealed}, ${secrets.claim_token_sealed},
      ${correction.id}
    ) as "isCorrected"`.execute(tx);
  return rows[0]?.isCorrected === true;
}

/** Serializes updates about a gift's messages, so that the last one has read the latest states. */
export async function lockGiftMessages(tx: Transaction, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('gift-messages'), hashtext(${id}))`.execute(tx);
}

/** Latest states of the SMS and the mail to the present recipient; see `message_states`. `at` is an ISO 8601 time. */
export type KeptStates = Partial<
  Record<KnownMessage['topic'], Pick<KnownMessage, 'state' | 'failure'> & { at: string }>
>;

/**
 * Stores since when the recipient can have the code by SMS (see `sms_sent_at`), and the states of the messages. Stores
 * nothing if the gift has been corrected since it was read, because the messages then were to the former recipient.
 */
export async function recordGiftMessages(
  tx: Transaction,
  { id, corrections }: { id: string; corrections: number },
  { smsSentAt, states }: { smsSentAt: Date | null; states: KeptStates },
): Promise<void> {
  const kept = JSON.stringify(states);
  await sql`
    update vouchers set sms_sent_at = ${smsSentAt}, message_states = ${kept}::jsonb
    where id = ${id} and corrections = ${corrections}
      and (sms_sent_at is distinct from ${smsSentAt}::timestamptz or message_states <> ${kept}::jsonb)`.execute(
    tx,
  );
}

/** Retires a code, an alias and a claim link, by which look-ups then no longer find the voucher. */
export async function retireNames(tx: Transaction, id: string, names: string[]): Promise<void> {
  for (const name of names.toSorted()) {
    await sql`select retire_voucher_name(${name}::text, ${id}::uuid)`.execute(tx);
  }
}

/**
 * Marks vouchers as opened, unless the caller's link or code has since been retired.
 * @returns ids of the vouchers opened for the first time
 */
export async function markOpened(
  tx: Transaction,
  all: Pick<Voucher, 'id' | 'claimTokenSealed'>[],
): Promise<Set<string>> {
  const ids = all.map(({ id }) => id);
  const tokens = all.map(({ id, claimTokenSealed: value }) => ({ id, value }));
  const { rows } = await sql<{ id: string }>`
    update vouchers v set opened_at = moment()
    from ${lockedInOrder('vouchers', 'id', ids, 'uuid')} l
    where v.id = l.id and v.opened_at is null
      and v.claim_token_sealed = ${valueOfEach('v.id', tokens, 'bytea')}
    returning v.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores the recipient's thanks.
 * @returns false if the gift already has thanks
 */
export async function recordThanks(tx: Transaction, id: string, message: string): Promise<boolean> {
  const thanked = await tx
    .updateTable('vouchers')
    .set({ thanks: message, thanked_at: sql<Date>`moment()` })
    .where('id', '=', id)
    .where('thanked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return thanked !== undefined;
}

/**
 * Freezes a voucher, which the caller has locked.
 * @param requestId id of the approval request that freezes the voucher; null for support
 */
export async function recordFreeze(
  tx: Transaction,
  voucherId: string,
  requestId: string | null,
): Promise<void> {
  await sql`select freeze_voucher(${voucherId}::uuid, ${requestId}::uuid)`.execute(tx);
}

/** Undoes `recordFreeze`. If nothing else freezes the voucher, extends its validity by the frozen days. */
export async function recordUnfreeze(
  tx: Transaction,
  voucherId: string,
  requestId: string | null,
): Promise<void> {
  await sql`select unfreeze_voucher(${voucherId}::uuid, ${requestId}::uuid)`.execute(tx);
}
