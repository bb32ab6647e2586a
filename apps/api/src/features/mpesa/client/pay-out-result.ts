import type { FailureReason } from '@zawadi/contract';

/** What M-PESA said about money it was to pay out, by result or status query. */
export type PayOutResult =
  | { outcome: 'succeeded'; receipt?: string; paidToName?: string; chargeCents?: bigint }
  | { outcome: 'failed'; resultCode: string; reason: FailureReason; isOurFault: boolean };
