import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { queryRefund } from './query-refund.ts';
import { takeRefundsToQuery, type RefundKey } from './store.ts';

const AT_ONCE = 20;
const LONG_SECONDS = 3_600;

/**
 * Polls every refund whose result is still unknown. None is given up by a deadline; after an hour it also
 * becomes a case for administrators.
 */
export async function sweepRefunds(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const due = await takeRefundsToQuery(deps.db, AT_ONCE);
    await Promise.all(
      due.map((one) =>
        ask(deps, one).catch((error: unknown) => {
          deps.log.error({ err: error, refundId: one.refundId }, 'a refund cannot be asked about');
        }),
      ),
    );
    if (due.length < AT_ONCE) return;
  }
}

async function ask(
  deps: PaymentDeps,
  { openSeconds, ...key }: RefundKey & { openSeconds: number },
): Promise<void> {
  if (openSeconds > LONG_SECONDS) {
    const subjectId = key.refundId;
    await inTransaction(deps.db, (tx) =>
      raiseReview(tx, { kind: 'refund_unknown_for_long', subjectId, details: { openSeconds } }),
    );
  }
  await queryRefund(deps, key);
}
