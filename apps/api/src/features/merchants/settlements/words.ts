import type { Failure } from '../../mpesa/orders/index.ts';
import type { Activity, ActivityKind } from './activity-store.ts';
import { nameOf, type Destination } from './destination.ts';

/** Explains a failed pay-out to the merchant in a sentence. */
export function whyFailed(
  to: Destination,
  { reason, isOurFault }: Pick<Failure, 'reason' | 'isOurFault'>,
): string {
  if (isOurFault) return 'We could not send the money just now. You need not do anything: we try again.';
  switch (reason) {
    case 'recipient_not_on_mpesa':
      return to.kind === 'mpesa'
        ? 'The number is not registered with M-PESA. Please check where we pay you.'
        : 'M-PESA does not know this till or pay bill. Please check where we pay you.';
    case 'recipient_limit':
      return 'The M-PESA account cannot take more at the moment.';
    case 'limit_exceeded':
      return 'The amount is outside M-PESA’s limits.';
    default:
      return 'M-PESA did not make the payment.';
  }
}

type Told = { by: string; reason: string | null; to: string };

const STEPS: Record<ActivityKind, (told: Told) => string> = {
  MADE: ({ reason }) => (reason === null ? 'Batch made' : 'Batch made when the owner asked for it'),
  STARTED: ({ by, to }) => (by === '' ? `Pay-out to ${to} started` : `Approved${by}; pay-out started`),
  PAID: ({ reason }) => (reason === null ? 'Paid' : `Paid, reference ${reason}`),
  FAILED: ({ reason }) => `Not paid: ${reason ?? 'no reason known'}`,
  CANCELED: ({ by, reason }) => `Canceled${by}: ${reason ?? 'no reason given'}`,
  PROPOSED: ({ by, reason }) => `Marked${by} as ${reason ?? 'done'}; waits for a second administrator`,
  CONFIRMED: ({ by }) => `Confirmed${by}`,
  TURNED_DOWN: ({ by }) => `Turned down${by}`,
};

/**
 * Describes one entry of a batch's history in a sentence.
 * @param to destination of the batch
 */
export function describeActivity({ kind, reason, byName }: Activity, to: Destination): string {
  return STEPS[kind]({ by: byName === null ? '' : ` by ${byName}`, reason, to: nameOf(to) });
}

/** Kind of a ledger entry, as merchants see it. */
export type EntryKind =
  | 'redemption'
  | 'reversal'
  | 'voucher_created'
  | 'voucher_returned'
  | 'adjustment'
  | 'batch_returned';

const ENTRY_KINDS: Record<string, EntryKind> = {
  redemption: 'redemption',
  redemption_reversed: 'reversal',
  merchant_voucher: 'voucher_created',
  merchant_voucher_returned: 'voucher_returned',
  merchant_voucher_voided: 'voucher_returned',
  // A voucher reissued from the merchant's balance after its expiry was reversed.
  extension: 'voucher_created',
  adjustment: 'adjustment',
  goodwill: 'adjustment',
  settlement_canceled: 'batch_returned',
};

const ENTRY_WORDS: Record<EntryKind, string> = {
  redemption: 'Redemption',
  reversal: 'Redemption reversed',
  voucher_created: 'Voucher created',
  voucher_returned: 'Voucher returned',
  adjustment: 'Adjustment',
  batch_returned: 'Returned from a canceled batch',
};

/**
 * Describes a kind of ledger entry to the merchant.
 * @param kind the ledger's kind of the transfer
 */
export function describeEntryKind(kind: string): { kind: EntryKind; description: string } {
  const known = ENTRY_KINDS[kind] ?? 'adjustment';
  return { kind: known, description: kind === 'goodwill' ? 'Goodwill from Zawadi' : ENTRY_WORDS[known] };
}
