import {
  shillingsOf,
  shortReference,
  type adminUserWallet,
  type HandlerAnswer,
  type HandlerInput,
  type WalletEntry,
} from '@zawadi/contract';
import { readBalance, statement, type StatementEntry } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { unknownCursor } from '../../../platform/cursor.ts';
import { account } from '../../services/postings/index.ts';
import { findWalletCauses, type WalletCause } from './wallet-causes-store.ts';
import { UUID } from '../../../platform/ids.ts';

/**
 * Lists the statement of a user's wallet, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function walletStatement(
  db: Db,
  { userId, query }: { userId: string; query: HandlerInput<typeof adminUserWallet>['query'] },
): Promise<HandlerAnswer<typeof adminUserWallet>> {
  const wallet = { account: account.wallet(userId) };
  const { cursor: before, limit } = query;
  const [balanceCents, page] = await Promise.all([
    readBalance(db, wallet),
    statement(db, wallet, { before, limit }).catch(refuseCursor),
  ]);
  const causes = await findWalletCauses(db, userId, page.entries);
  return {
    balance: shillingsOf(balanceCents),
    entries: page.entries.map((entry) => describeEntry(entry, causes.get(entry.id))),
    nextCursor: page.nextCursor,
  };
}

function refuseCursor(error: unknown): never {
  if (!(error instanceof RangeError)) throw error;
  throw unknownCursor();
}

function describeEntry(entry: StatementEntry, cause: WalletCause | undefined): WalletEntry {
  const { id: entryId, postedAt, kind, changeCents, balanceAfterCents = 0n, reference } = entry;
  return {
    entryId,
    at: postedAt.toISOString(),
    kind,
    description: WORDS[kind] ?? (changeCents > 0n ? 'Money in' : 'Money out'),
    amount: shillingsOf(changeCents),
    balanceAfter: shillingsOf(balanceAfterCents),
    reference: reference === undefined || UUID.test(reference) ? referenceOf(cause, reference) : reference,
    transaction: cause && { type: cause.type, transactionId: cause.id },
  };
}

/**
 * Returns M-PESA's receipt if there is one; otherwise our reference of the payment, or of the case for which the money
 * waited in suspense.
 */
function referenceOf(cause: WalletCause | undefined, caseId: string | undefined): string | undefined {
  const id = cause?.id ?? caseId;
  return cause?.reference ?? (id === undefined ? undefined : shortReference(id));
}

const WORDS: Record<string, string> = {
  claim: 'Gift added to the wallet',
  wallet_purchase: 'Gift paid from the wallet',
  withdrawal_reserved: 'Withdrawal to M-PESA',
  withdrawal_released: 'Withdrawal that did not go through',
  redemption_reversed: 'Redemption taken back',
  hold_released: 'Released by a shop that held it',
  second_payment: 'Second payment of one purchase',
  give_up: 'Rest of the balance given up',
  withdrawal_paid_late: 'Withdrawal that M-PESA paid after all',
  refund: 'Refund',
  refund_to_wallet: 'Refund',
  suspense_resolved: 'Money that could not be placed before',
  goodwill: 'Goodwill',
  credit_taken_back: 'Wrong credit taken back',
  legal_order_reserved: 'Set aside for a legal order',
  legal_order_returned: 'Legal order not paid',
};
