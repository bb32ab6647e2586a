import type { HandlerInput, SentGift, correctRecipient as endpoint } from '@zawadi/contract';
import { lockBalances } from '../../../ledger/index.ts';
import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { lockUser } from '../../people/users/index.ts';
import { account } from '../../services/postings/index.ts';
import { announceGift, notifyFormerRecipient } from './announce-gift.ts';
import { lockVoucher, recordCorrection, retireNames } from './change-gift-store.ts';
import { isInUse, MOST_CORRECTIONS } from './describe-sent-gift.ts';
import { readSentGift } from './gift-messages.ts';
import { findSent, type ListedGift } from './gift-lists-store.ts';
import { spendingRefusal } from './voucher-status.ts';
import { claimTokenKey, voucherCodeKeys, withSecrets } from './secrets.ts';
import { findVoucher } from './store.ts';

type Input = { userId: string } & HandlerInput<typeof endpoint>['body'];
type Recipient = { name: string; msisdn: string; email: string | null };

/**
 * Readdresses an unopened gift to another recipient. The gift gets a new code, alias and link, and the old ones stop
 * working. An SMS notifies the former recipient. Repeating the same correction changes nothing.
 * @throws Refusal voucher_not_found also for another user's gift; voucher_opened after the recipient has opened the
 * gift, or a shop has redeemed or held part of it; correction_too_late 24 hours after its SMS; corrections_exhausted
 * after 5 corrections; not_available_here; and the reason why the voucher has no value
 */
export async function correctRecipient(deps: Pick<Deps, 'db' | 'keys'>, input: Input): Promise<SentGift> {
  const { userId, voucherId } = input;
  const recipient = {
    name: input.fullName,
    msisdn: input.recipientMsisdn,
    email: input.recipientEmail ?? null,
  };
  await requireUnblockedNumbers(deps, recipient.msisdn);
  await inTransaction(deps.db, (tx) => correct(tx, deps, { userId, voucherId, recipient }));
  return readSentGift(deps.db, userId, voucherId);
}

async function correct(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { userId, voucherId, recipient }: { userId: string; voucherId: string; recipient: Recipient },
): Promise<void> {
  await lockUser(tx, userId);
  // Lock the balance before the voucher, as all use cases do, so that they never wait for each other. A redemption by
  // the old code has then committed, or finds the code retired.
  await lockBalances(tx, [{ homeId: voucherId, account: account.voucher(voucherId) }]);
  await lockVoucher(tx, voucherId);
  const gift = await findSent(tx, userId, voucherId);
  if (!gift) throw new Refusal('voucher_not_found');
  if (isAddressedTo(gift, recipient)) return;
  requireCorrectable(gift);

  const old = await findVoucher(tx, voucherId);
  if (!old) throw new Refusal('voucher_not_found');
  await retireNames(tx, voucherId, [
    ...voucherCodeKeys(deps.keys, decrypt(deps.keys, old.codeSealed)),
    ...voucherCodeKeys(deps.keys, decrypt(deps.keys, old.aliasSealed)),
    claimTokenKey(decrypt(deps.keys, old.claimTokenSealed)),
  ]);
  const [secrets] = await withSecrets(tx, deps.keys, [{ id: voucherId }]);
  const correctionId = newId();
  const correction = { id: correctionId, voucherId, buyerId: userId };
  if (!secrets || !(await recordCorrection(tx, correction, recipient, secrets)))
    throw new Refusal('voucher_opened');
  // A scheduled gift that is not announced yet is announced when due.
  if (!gift.announcedAt) return;
  const { msisdn: recipientMsisdn, email: recipientEmail } = recipient;
  await announceGift(tx, deps, { id: voucherId, recipientMsisdn, recipientEmail }, correctionId);
  if (old.recipientMsisdn !== recipientMsisdn) await notifyFormerRecipient(tx, deps, old, correctionId);
}

function isAddressedTo(gift: ListedGift, { name, msisdn, email }: Recipient): boolean {
  return gift.recipientName === name && gift.recipientMsisdn === msisdn && gift.recipientEmail === email;
}

function requireCorrectable(gift: ListedGift): void {
  const refusal = spendingRefusal(gift);
  if (refusal) throw new Refusal(refusal);
  if (isInUse(gift)) throw new Refusal('voucher_opened');
  if (gift.isTooLateToCorrect) throw new Refusal('correction_too_late');
  if (gift.corrections >= MOST_CORRECTIONS) throw new Refusal('corrections_exhausted');
}
