import { formatKes, shillingsOf, type Proof } from '@zawadi/contract';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { JobRun } from '../../../platform/jobs/job-runs.ts';
import type { FloatProof, FloatSigns } from './health-store.ts';

/** The audit and the check of the balances run once a day. */
const LATE_AFTER_MS = 26 * HOUR_MS;

type Checks = {
  float: FloatSigns | undefined;
  floatProof: FloatProof;
  audit: JobRun | undefined;
  /** Accounts that the last audit found to differ. */
  differing: string | undefined;
  now: Date;
};

/** Describes until when each part of the books is proved, from stored checks, and why a part is not proved now. */
export function describeProofs(checks: Checks): Proof[] {
  return [
    accountProof('collection', checks),
    accountProof('payout', checks),
    bookProof('wallets', 'wallet:', checks),
    bookProof('vouchers', 'voucher:', checks),
    bookProof('merchants', 'merchant:', checks),
  ];
}

function accountProof(part: 'collection' | 'payout', { float, floatProof, now }: Checks): Proof {
  const change = float ? float[`${part}Theirs`] - float[`${part}Ours`] : 0n;
  return { part, provedUntil: floatProof[`${part}EqualAt`]?.toISOString(), gap: gap() };

  function gap(): string | undefined {
    if (!float) return 'M-PESA has not been asked for its balances yet.';
    const { unchargedPayouts: count, unchargedMostCents: most } = float;
    const isCharges = part === 'payout' && change < 0n && -change <= most;
    if (isCharges)
      return `Charges not booked: ${count} ${count === 1 ? 'pay-out' : 'pay-outs'}, between KES 0 and ${formatKes(shillingsOf(most))}.`;
    if (change !== 0n) return `M-PESA has ${differenceText(change)} than the ledger.`;
    if (!floatProof.isLatestAnswered) return 'M-PESA did not answer the last check.';
    return isLate(float.answeredAt, now) ? 'The daily check has not run.' : undefined;
  }
}

function bookProof(part: Proof['part'], prefix: string, { audit, differing, now }: Checks): Proof {
  const auditedAt = audit?.lastSucceededAt ?? undefined;
  return { part, provedUntil: auditedAt?.toISOString(), gap: gap() };

  function gap(): string | undefined {
    if (differing?.includes(prefix)) return 'A balance is not the sum of its transfers.';
    if (!auditedAt) return 'The nightly audit of the ledger has not run yet.';
    return isLate(auditedAt, now) ? 'The nightly audit of the ledger has not run.' : undefined;
  }
}

function isLate(checkedAt: Date, now: Date): boolean {
  return now.getTime() - checkedAt.getTime() > LATE_AFTER_MS;
}

/** Words for a difference in cents, such as `KES 15 less`. */
export function differenceText(cents: bigint): string {
  const size = formatKes(shillingsOf(cents < 0n ? -cents : cents));
  return `${size} ${cents < 0n ? 'less' : 'more'}`;
}
