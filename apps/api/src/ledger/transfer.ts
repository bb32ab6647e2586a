import { derivedId } from '../platform/ids.ts';

export type TransferRequest = {
  /** UUID that the caller derives from the cause and leg of the transfer (`transferId`). */
  id: string;
  /** UUID of the owner whose accounts the transfer changes. A transfer id is unique within its home. */
  homeId: string;
  debit: string;
  credit: string;
  /** Cents. `all` moves the whole balance of the debit account, `linked` the amount of the previous transfer. */
  amount: bigint | 'all' | 'linked';
  kind: string;
  reference?: string;
};

/** Transfers that succeed or fail together. */
export type TransferGroup = { transfers: TransferRequest[] };

/** A posted transfer. Its balances are present only for strict accounts. */
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

/** An account. `homeId` may be absent for a lazy account, or if the code contains it. */
export type AccountRef = { homeId?: string; account: string };

/**
 * Derives the id of a transfer, so that a repeated cause finds its earlier transfer.
 * @param cause the event with its unique id: `redemption/0198…`
 * @param leg which transfer of the cause: `value`, `fee`
 */
export function transferId(cause: string, leg: string): string {
  return derivedId('transfer', cause, leg);
}
