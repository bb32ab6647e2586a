import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import { takeAttemptsToQuery } from './attempt-store.ts';
import { queryPurchase } from './query-purchase.ts';
import { findAttempt, lockPurchase, type Attempt } from './store.ts';

const AT_ONCE = 20;
const GIVEN_UP_AFTER_SECONDS = 48 * 3600;

/**
 * Polls every prompt whose outcome is still unknown. After 48 hours without evidence the purchase is canceled as
 * expired; a success that comes even later still wins.
 */
export async function sweepPurchases(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const attempts = await takeAttemptsToQuery(deps.db, AT_ONCE);
    await Promise.all(
      attempts.map((attempt) =>
        resolveAttempt(deps, attempt).catch((error: unknown) => {
          deps.log.error({ err: error, attemptId: attempt.id }, 'a prompt cannot be asked about');
        }),
      ),
    );
    if (attempts.length < AT_ONCE) return;
  }
}

async function resolveAttempt(deps: PaymentDeps, attempt: Attempt & { ageSeconds: number }): Promise<void> {
  await queryPurchase(deps, attempt);
  if (attempt.ageSeconds < GIVEN_UP_AFTER_SECONDS) return;
  await inTransaction(deps.db, (tx) => giveUp(tx, deps, attempt));
}

async function giveUp(tx: Transaction, deps: PaymentDeps, attempt: Attempt): Promise<void> {
  await lockPurchase(tx, attempt.homeId);
  const now = await findAttempt(tx, attempt.homeId, attempt.id);
  // The query of a moment ago may have resolved it.
  if (now?.state === 'SUCCEEDED' || now?.state === 'FAILED') return;
  const subject = { homeId: attempt.homeId, attemptId: attempt.id };
  await applyPaymentResult(tx, deps, subject, {
    outcome: 'failed',
    resultCode: 'no_evidence',
    reason: 'expired',
  });
}
