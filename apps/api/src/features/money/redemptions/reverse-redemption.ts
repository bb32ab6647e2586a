import { shillingsOf, type VoucherStatus } from '@zawadi/contract';
import { lockBalances, post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction, RetryTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import { lockUserRecord } from '../../people/users/index.ts';
import { publishEvent } from '../../services/merchant-events/index.ts';
import { account, postings } from '../../services/postings/index.ts';
import { readRecipientLanguages, refusalFor, statusOf } from '../vouchers/index.ts';
import {
  countReversalsOfToday,
  findReversible,
  insertReversalActivity,
  recordReversal,
  type Reversible,
} from './reversal-store.ts';
import type { Kept, RedeemedBy } from './store.ts';

// Each reversal notifies the recipient: without a limit, a shop could send messages all day.
const REVERSALS_A_DAY = 3;

type Input = {
  merchantId: string;
  redemptionId: string;
  /** If given, the redemption must be of this voucher. */
  voucherId?: string | undefined;
  /** The actor; an API key has the owner's rights. */
  server: RedeemedBy;
};

/** State of the voucher and of the redemption after the reversal. */
export type Reversed = {
  voucherId: string;
  status: VoucherStatus;
  faceCents: bigint;
  balanceCents: bigint;
  expiresAt: Date;
  returnedTo: 'voucher' | 'wallet';
  redemption: { id: string; amountCents: bigint; redeemedAt: Date; reversedAt: Date; kept: Kept };
};

/** Runs `reverseRedemptionIn` in a transaction of its own. */
export function reverseRedemption(deps: Pick<Deps, 'db' | 'keys'>, input: Input): Promise<Reversed> {
  return inTransaction(deps.db, (tx) => reverseRedemptionIn(tx, deps, input));
}

/**
 * Reverses a whole redemption of today, or of a day on which redeeming was stopped. The value returns to the voucher or, if the recipient has claimed the voucher
 * since, to the recipient's wallet. Redemption, claim, expiry and reversal all lock the voucher's balance, so the
 * first wins. A repeated reversal gets the first answer.
 * @throws Refusal redemption_not_found, reversal_too_late, reversals_exhausted, voucher_void, voucher_expired,
 * insufficient_merchant_balance; RetryTransaction if the voucher was claimed while we waited for its lock
 */
export async function reverseRedemptionIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  input: Input,
): Promise<Reversed> {
  const seen = await findReversible(tx, input);
  if (!seen || (input.voucherId !== undefined && input.voucherId !== seen.voucherId)) {
    throw new Refusal('redemption_not_found');
  }
  const { voucherId, claimedBy } = seen;
  const isWalletThere = claimedBy === null || (await lockUserRecord(tx, claimedBy)) !== undefined;
  const voucher = { homeId: voucherId, account: account.voucher(voucherId) };
  const wallets = claimedBy === null ? [] : [{ homeId: claimedBy, account: account.wallet(claimedBy) }];
  const balances = await lockBalances(tx, [voucher, ...wallets]);
  const balanceCents = balances.get(voucher.account) ?? 0n;
  // Read the redemption again under the lock, so that it cannot change before the commit.
  const redemption = await findReversible(tx, input);
  if (!redemption) throw new Refusal('redemption_not_found');
  const { reversedAt } = redemption;
  if (reversedAt) return describe({ ...redemption, reversedAt }, balanceCents);
  if (redemption.claimedBy !== claimedBy)
    throw new RetryTransaction('the voucher was claimed while its lock was awaited');
  requireReversible(redemption, balanceCents, isWalletThere);
  const reversals = await countReversalsOfToday(tx, { voucherId, merchantId: input.merchantId });
  if (reversals >= REVERSALS_A_DAY) throw new Refusal('reversals_exhausted');
  return reverse(tx, deps, { ...input, redemption, balanceCents });
}

function requireReversible(redemption: Reversible, balanceCents: bigint, isWalletThere: boolean): void {
  if (!redemption.isInTime) throw new Refusal('reversal_too_late');
  if (!isWalletThere) throw new Refusal('voucher_void');
  const status = statusOf({ ...redemption, balanceCents: balanceCents + redemption.amountCents });
  const refusal = refusalFor(status);
  if (refusal && status !== 'CLAIMED') throw new Refusal(refusal);
}

async function reverse(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  reversal: Input & { redemption: Reversible; balanceCents: bigint },
): Promise<Reversed> {
  const { merchantId, redemption, server } = reversal;
  const { redemptionId, voucherId, amountCents, claimedBy } = redemption;
  const walletOf = claimedBy ?? undefined;
  const [outcome] = await post(tx, [
    postings.redemptionReversed({ redemptionId, voucherId, merchantId, amountCents, walletOf }),
  ]);
  if (outcome?.outcome === 'refused') {
    if (outcome.reason === 'insufficient') throw new Refusal('insufficient_merchant_balance');
    throw new Error(`the reversal of ${redemptionId} was posted differently`);
  }
  const reversedAt = await recordReversal(tx, { voucherId, redemptionId, server });
  const id = derivedId('reversal', redemptionId);
  await insertReversalActivity(tx, { voucherId, id, merchantId, amountCents });
  const returnedCents = walletOf === undefined ? amountCents : 0n;
  const reversed = describe({ ...redemption, reversedAt }, reversal.balanceCents + returnedCents);
  if (walletOf !== undefined) await publishHint(tx, { userId: walletOf, topic: 'wallet', id: walletOf });
  await notifyRecipient(tx, deps, redemption, reversed);
  await publishEvent(tx, {
    merchantId,
    type: 'transaction.completed',
    data: {
      transaction_id: id,
      type: 'reversal',
      redemption_id: redemptionId,
      voucher_id: voucherId,
      amount: shillingsOf(amountCents),
      currency: 'KES',
      ...reversed.redemption.kept,
    },
    dedupeKey: id,
  });
  return reversed;
}

function describe(redemption: Reversible & { reversedAt: Date }, balanceCents: bigint): Reversed {
  const { redemptionId: id, voucherId, faceCents, expiresAt, amountCents, redeemedAt } = redemption;
  return {
    voucherId,
    status: statusOf({ ...redemption, balanceCents }),
    faceCents,
    balanceCents,
    expiresAt,
    returnedTo: redemption.claimedBy === null ? 'voucher' : 'wallet',
    redemption: { id, amountCents, redeemedAt, reversedAt: redemption.reversedAt, kept: keptOf(redemption) },
  };
}

function keptOf({ reference, metadata }: Pick<Reversible, 'reference' | 'metadata'>): Kept {
  return { ...(reference !== null && { reference }), ...(metadata !== null && { metadata }) };
}

async function notifyRecipient(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { redemptionId, voucherId, amountCents, businessName, recipientMsisdn, recipientEmail }: Reversible,
  { balanceCents, returnedTo }: Reversed,
): Promise<void> {
  if (recipientMsisdn === null) return;
  const [language] = await readRecipientLanguages(tx, [{ id: voucherId, recipientMsisdn, recipientEmail }]);
  await notify(tx, deps, {
    template: 'redemption-reversed',
    data: {
      voucherId,
      amount: shillingsOf(amountCents),
      balance: shillingsOf(balanceCents),
      businessName,
      returnedTo,
    },
    sms: recipientMsisdn,
    language,
    dedupeKey: redemptionId,
  });
}
