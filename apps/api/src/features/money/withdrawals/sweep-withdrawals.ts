import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { queryWithdrawal } from './query-withdrawal.ts';
import { takeWithdrawalsToQuery, type WithdrawalKey } from './store.ts';

const AT_ONCE = 20;
const LONG_SECONDS = 3600;

/**
 * Asks for every pay-out whose result is still unknown. None is ever canceled by a deadline; after an hour it also
 * becomes a case for a person.
 */
export async function sweepWithdrawals(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const due = await takeWithdrawalsToQuery(deps.db, AT_ONCE);
    await Promise.all(
      due.map((one) =>
        ask(deps, one).catch((error: unknown) => {
          deps.log.error({ err: error, withdrawalId: one.withdrawalId }, 'a pay-out cannot be asked about');
        }),
      ),
    );
    if (due.length < AT_ONCE) return;
  }
}

async function ask(
  deps: PaymentDeps,
  { pendingSeconds, ...key }: WithdrawalKey & { pendingSeconds: number },
): Promise<void> {
  if (pendingSeconds > LONG_SECONDS) {
    const subjectId = key.withdrawalId;
    await inTransaction(deps.db, (tx) =>
      raiseReview(tx, { kind: 'withdrawal_unknown_for_long', subjectId, details: { pendingSeconds } }),
    );
  }
  await queryWithdrawal(deps, key);
}
