import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { takeAttemptsToQuery, type AttemptKey } from './attempt-store.ts';
import { queryPayOut } from './query-pay-out.ts';
import { LONG_SECONDS } from './unknown-for-long.ts';

const AT_ONCE = 20;

/**
 * Asks for every try whose result is still unknown. None is ever given up by a deadline; after an hour it also becomes
 * a case for a person.
 */
export async function sweepPayOuts(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const due = await takeAttemptsToQuery(deps.db, AT_ONCE);
    await Promise.all(
      due.map((one) =>
        ask(deps, one).catch((error: unknown) => {
          deps.log.error({ err: error, attemptId: one.attemptId }, 'a settlement cannot be asked about');
        }),
      ),
    );
    if (due.length < AT_ONCE) return;
  }
}

async function ask(
  deps: PaymentDeps,
  { openSeconds, ...key }: AttemptKey & { openSeconds: number },
): Promise<void> {
  if (openSeconds > LONG_SECONDS) {
    const details = { openSeconds, merchantId: key.merchantId };
    await inTransaction(deps.db, (tx) =>
      raiseReview(tx, { kind: 'settlement_unknown_for_long', subjectId: key.attemptId, details }),
    );
  }
  await queryPayOut(deps, key);
}
