import type { HandlerInput, queryTransaction as endpoint } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { findName } from '../../money/unique-names/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { latestAttempt, queryPurchase } from '../../money/purchases/index.ts';
import { findRefundById, queryRefund } from '../../money/refunds/index.ts';
import { queryPayOut } from '../../money/settlements/index.ts';
import { queryWithdrawal } from '../../money/withdrawals/index.ts';
import { findPayOut } from './facts-store.ts';

type Asked = HandlerInput<typeof endpoint>['body'];

/**
 * Has M-PESA asked about a payment. What is settled already is not asked about.
 * @throws Refusal not_found
 */
export async function queryAgain(
  deps: PaymentDeps,
  { type, transactionId, auditor }: Asked & { auditor: Auditor },
): Promise<void> {
  const ask = await FIND[type](deps, transactionId);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'payment.queried',
      subjectKind: SUBJECT_KINDS[type],
      subjectId: transactionId,
    }),
  );
  await ask();
}

/** As other actions name these in the audit log. */
const SUBJECT_KINDS: Record<Asked['type'], string> = {
  Deposit: 'purchase',
  Withdrawal: 'withdrawal',
  Settlement: 'settlement',
  Refund: 'refund',
};

/** Finds a payment, and says how M-PESA is asked about it. */
const FIND: Record<Asked['type'], (deps: PaymentDeps, id: string) => Promise<() => Promise<void>>> = {
  Deposit: async (deps, id) => {
    const found = await findName(deps.db, 'purchase', id);
    if (!found) throw new Refusal('not_found');
    const attempt = await latestAttempt(deps.db, found.homeId);
    const isOpen = attempt && attempt.state !== 'SUCCEEDED' && attempt.state !== 'FAILED';
    return async () => {
      if (isOpen) await queryPurchase(deps, attempt);
    };
  },
  Withdrawal: async (deps, id) => {
    const found = await findName(deps.db, 'withdrawal', id);
    if (!found) throw new Refusal('not_found');
    return () => queryWithdrawal(deps, { userId: found.homeId, withdrawalId: id });
  },
  Settlement: async (deps, id) => {
    const found = await findPayOut(deps.db, id);
    if (!found) throw new Refusal('not_found');
    const { merchantId, attemptId, status } = found;
    return async () => {
      if (status === 'PROCESSING' && attemptId !== null) await queryPayOut(deps, { merchantId, attemptId });
    };
  },
  Refund: async (deps, id) => {
    const found = await findRefundById(deps.db, id);
    if (!found) throw new Refusal('not_found');
    return () => queryRefund(deps, { homeId: found.homeId, refundId: id });
  },
};
