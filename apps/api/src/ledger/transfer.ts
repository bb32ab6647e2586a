import { derivedId } from '../platform/ids.ts';

export type TransferRequest = {
  /** Uuid chosen by the caller, derived from the cause and leg of the transfer (`transferId`). */
  id: string;
  /** Uuid of the owner whose accounts the transfer moves; an id is unique within its home. */
  homeId: string;
  debit: string;
  credit: string;
  /** Cents; `all` is the whole balance of the debit account, `linked` the amount of the previous transfer. */
  amount: bigint | 'all' | 'linked';
  kind: string;
  reference?: string;
};

/** Transfers that succeed or fail together. */
export type TransferGroup = { transfers: TransferRequest[] };

/** Balances are present only for strict accounts. */
export type PostedTransfer = {
  id: string;
  amountCents: bigint;
  debitBalanceAfterCents?: bigint;
  creditBalanceAfterCents?: bigint;
};

export type GroupOutcome =
  | { outcome: 'posted'; transfers: PostedTransfer[] }
  | { outcome: 'exists'; transfers: PostedTransfer[] }
  | { outcome: 'refused'; reason: 'insufficient'; account: string; availableCents: bigint }
  | { outcome: 'refused'; reason: 'id_conflict'; transferId: string };

/** An account. The home is optional for lazy accounts and where the code contains it. */
export type AccountRef = { homeId?: string; account: string };

/**
 * Derives the id of one leg of a cause's group, so that a repeated cause finds its earlier transfer.
 * @param cause unique event with its id: `redemption/0198…`
 * @param leg one of the transfers of that cause: `value`, `fee`
 */
export function transferId(cause: string, leg: string): string {
  return derivedId('transfer', cause, leg);
}
