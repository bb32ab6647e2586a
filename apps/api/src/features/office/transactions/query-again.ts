import type { HandlerInput, QueryOutcome, queryTransaction as endpoint } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { queryReceipt } from '../../money/callbacks/index.ts';
import { findPurchase, listReportedReceipts } from '../../money/purchases/index.ts';
import { findRefundById } from '../../money/refunds/index.ts';
import {
  findOrder,
  listOrders,
  pollOpenOrdersSoon,
  pollOrder,
  type Order,
  type OrderDeps,
} from '../../mpesa/orders/index.ts';
import { findPayOut } from './facts-store.ts';

type Asked = HandlerInput<typeof endpoint>['body'];

/**
 * Queries M-PESA about a payment that is not known to be paid, also about one that failed.
 * @throws Refusal not_found
 */
export async function queryAgain(
  deps: OrderDeps,
  { type, transactionId, auditor }: Asked & { auditor: Auditor },
): Promise<QueryOutcome> {
  const { orders, receipt } = await FIND[type](deps, transactionId);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'payment.queried',
      subjectKind: SUBJECT_KINDS[type],
      subjectId: transactionId,
    }),
  );
  const outcomes: QueryOutcome[] = [];
  for (const order of orders.filter(({ state }) => state !== 'SUCCEEDED').slice(0, ASKED_AT_ONCE))
    outcomes.push(await pollOrder(deps, order, auditor));
  if (receipt !== undefined) outcomes.push(await queryReceipt(deps, { receipt, by: auditor }));
  return worstOf(outcomes);
}

/** Most orders of one payment that are queried: a purchase has one for each prompt. */
const ASKED_AT_ONCE = 3;

/** Returns the outcome that a person has to know first. */
function worstOf(outcomes: readonly QueryOutcome[]): QueryOutcome {
  const ORDER = ['unanswered', 'refused', 'accepted', 'sent_again', 'answered'] as const;
  return ORDER.find((outcome) => outcomes.includes(outcome)) ?? 'not_needed';
}

/**
 * Schedules a query of every payment whose outcome M-PESA has not reported within ten minutes.
 * @returns the number of payments
 */
export async function queryOpen({ db }: Pick<OrderDeps, 'db'>, auditor: Auditor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const count = await pollOpenOrdersSoon(tx, auditor.administratorId);
    await recordAudit(tx, auditor, {
      action: 'payments.queried',
      subjectKind: 'payments',
      subjectId: auditor.administratorId,
      after: { count },
    });
    return count;
  });
}

/** Names of these payments in the audit log, the same as in the entries of other actions. */
const SUBJECT_KINDS: Record<Asked['type'], string> = {
  Deposit: 'purchase',
  Withdrawal: 'withdrawal',
  Settlement: 'settlement',
  Refund: 'refund',
};

/** The subjects of a query: orders, the latest first, or a receipt that a callback reported. */
type Askable = { orders: Order[]; receipt?: string | undefined };

const FIND: Record<Asked['type'], (deps: OrderDeps, id: string) => Promise<Askable>> = {
  Deposit: async ({ db }, id) => {
    const { homeId } = found(await findName(db, 'purchase', id));
    const { status } = found(await findPurchase(db, homeId));
    if (status === 'COMPLETED') return { orders: [] };
    const [receipt] = await listReportedReceipts(db, [homeId]);
    return { orders: await listOrders(db, { homeId }), receipt };
  },
  Withdrawal: async ({ db }, id) => {
    const { homeId } = found(await findName(db, 'withdrawal', id));
    return { orders: await listOrders(db, { homeId, ownerId: id }) };
  },
  Settlement: async ({ db }, id) => {
    const { merchantId, attemptId } = found(await findPayOut(db, id));
    const order = attemptId === null ? undefined : await findOrder(db, { homeId: merchantId, id: attemptId });
    return { orders: order ? [order] : [] };
  },
  Refund: async ({ db }, id) => {
    const { homeId } = found(await findRefundById(db, id));
    const order = await findOrder(db, { homeId, id });
    return { orders: order ? [order] : [] };
  },
};

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Refusal('not_found');
  return value;
}
