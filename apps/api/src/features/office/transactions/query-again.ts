import type { HandlerInput, queryTransaction as endpoint } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { findRefundById } from '../../money/refunds/index.ts';
import { listOrders, queryOrder, type OrderDeps, type OrderKey } from '../../mpesa/orders/index.ts';
import { findPayOut } from './facts-store.ts';

type Asked = HandlerInput<typeof endpoint>['body'];

/**
 * Queries M-PESA about a payment, unless it is known to be paid.
 * @throws Refusal not_found
 */
export async function queryAgain(
  deps: OrderDeps,
  { type, transactionId, auditor }: Asked & { auditor: Auditor },
): Promise<void> {
  const order = await FIND[type](deps, transactionId);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'payment.queried',
      subjectKind: SUBJECT_KINDS[type],
      subjectId: transactionId,
    }),
  );
  if (order) await queryOrder(deps, order);
}

/** Names of these payments in the audit log, the same as in the entries of other actions. */
const SUBJECT_KINDS: Record<Asked['type'], string> = {
  Deposit: 'purchase',
  Withdrawal: 'withdrawal',
  Settlement: 'settlement',
  Refund: 'refund',
};

/** Finds the M-PESA order that a payment waits for; undefined if there is no order to query. */
const FIND: Record<Asked['type'], (deps: OrderDeps, id: string) => Promise<OrderKey | undefined>> = {
  Deposit: async ({ db }, id) => {
    const { homeId } = found(await findName(db, 'purchase', id));
    return (await listOrders(db, { homeId }))[0];
  },
  Withdrawal: async ({ db }, id) => {
    const { homeId } = found(await findName(db, 'withdrawal', id));
    return { homeId, id };
  },
  Settlement: async ({ db }, id) => {
    const { merchantId, attemptId, status } = found(await findPayOut(db, id));
    return status === 'PROCESSING' && attemptId !== null ? { homeId: merchantId, id: attemptId } : undefined;
  },
  Refund: async ({ db }, id) => {
    const { homeId } = found(await findRefundById(db, id));
    return { homeId, id };
  },
};

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Refusal('not_found');
  return value;
}
