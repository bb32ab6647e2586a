import { failureReason, orderStatus, shillingsOf, type WithdrawalState } from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { findPaidLate, findWithdrawal, type WithdrawalKey } from './store.ts';

/** Describes a withdrawal from our database, with the wallet's balance from the ledger. */
export async function describeWithdrawal(db: Db, key: WithdrawalKey): Promise<WithdrawalState> {
  const withdrawal = await findWithdrawal(db, key);
  if (!withdrawal) throw new Refusal('not_found');
  const walletCents = await readBalance(db, { homeId: key.userId, account: account.wallet(key.userId) });
  const late = withdrawal.status === 'CANCELED' ? await findPaidLate(db, key) : undefined;
  return {
    requestId: withdrawal.id,
    orderStatus: orderStatus.parse(withdrawal.status),
    failureReason: failureReason.optional().parse(withdrawal.failureReason ?? undefined),
    transactionCode: withdrawal.transactionCode ?? undefined,
    amount: shillingsOf(withdrawal.amountCents),
    fee: shillingsOf(withdrawal.feeCents),
    paidOut: shillingsOf(withdrawal.amountCents - withdrawal.feeCents),
    msisdn: withdrawal.msisdn,
    walletBalance: shillingsOf(walletCents),
    paidLate: late && {
      amount: shillingsOf(late.paidCents),
      fromWallet: shillingsOf(late.walletCents),
      transactionCode: late.receipt,
      at: late.at.toISOString(),
    },
    at: (withdrawal.settledAt ?? withdrawal.pendingSince)?.toISOString(),
  };
}
