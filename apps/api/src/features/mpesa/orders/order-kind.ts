import type { FailureReason, QueryOutcome } from '@zawadi/contract';
import type { AccountBalance, B2bInput, B2cInput, ReversalInput, StkPushInput } from '@zawadi/mpesa';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { withSpan, type Span } from '../../../platform/tracing/tracing.ts';
import type { ReviewKind } from '../../services/reviews/index.ts';
import type { Pausable, PaymentDeps } from '../client/index.ts';
import type { Requester } from '../payment-queries/index.ts';
import type { Order, OrderKindName, OrderState } from './store.ts';

/** A result from M-PESA about an order: by callback, by query, or in the answer to the API call. */
export type OrderResult = ({ outcome: 'succeeded' } & Success) | ({ outcome: 'failed' } & Failure);

export type Success = {
  /** Absent when M-PESA answers the query of a prompt. */
  receipt?: string;
  amountShillings?: number;
  /** The payer in M-PESA's format; only for a payment at the pay bill. */
  payer?: string | undefined;
  /** The registered name of the phone, till or pay bill that was paid. */
  paidToName?: string;
  /** M-PESA's charge to us. */
  chargeCents?: bigint;
  /** True if the payment was already reversed: by an earlier send of this order, or outside of Zawadi. */
  isReversedBefore?: boolean;
};

/** A success, with the span of the message that reported it. */
export type Succeeded = { order: Order; success: Success; span?: Span | undefined };

export type Failure = {
  resultCode: string;
  reason: FailureReason;
  isOurFault: boolean;
  /** M-PESA's id of the send that failed, if each send has its own id. */
  providerId?: string;
  /** States in which this result may be applied; set when the result is our conclusion and not M-PESA's. */
  onlyWhile?: readonly OrderState[];
};

type Call<Name extends string, Input> = { call: Name } & Omit<Input, 'callbackToken'>;

/** The API call to M-PESA that an order makes. */
export type ProviderRequest =
  | Call<'stkPush', StkPushInput>
  | Call<'b2c', B2cInput>
  | Call<'b2b', B2bInput>
  | Call<'reversal', ReversalInput>;

/** The outcome of a query that M-PESA answers directly, and M-PESA's result, if it has one. */
export type Found = { outcome: QueryOutcome; result?: OrderResult };

/**
 * One kind of order, described by the feature that owns it: its request, whether it may be sent twice, and the effects
 * of success and failure. All kinds share the code for sending, polling and callbacks.
 */
export type OrderKind = {
  /**
   * Whether an order that M-PESA may have executed may be sent again. `under-its-id`: M-PESA pays an id once. `always`:
   * M-PESA executes the order at most once.
   */
  repeat: (request: ProviderRequest) => 'never' | 'under-its-id' | 'always';
  /** @returns undefined when the owner no longer wants the order */
  request: (db: Db, order: Order) => Promise<ProviderRequest | undefined>;
  /** Returns the API call whose result codes M-PESA uses in its answer. */
  resultsOf: (order: Order) => ProviderRequest['call'];
  /** Locks the rows of the owners. Every caller uses the same sequence; every result is applied under this lock. */
  lockOwners: (tx: Transaction, orders: Order[]) => Promise<unknown>;
  /**
   * Applies successes of orders with different owners. Each order was open, had failed, or had succeeded without this
   * receipt.
   * @returns one outcome per success, to be stored with the message that reported it
   */
  onSucceeded: (tx: Transaction, deps: OrderDeps, all: Succeeded[]) => Promise<string[]>;
  onFailed: (tx: Transaction, deps: OrderDeps, order: Order, failure: Failure) => Promise<string>;
  /** Handles a success if M-PESA has not reported its receipt within a day of queries. */
  onReceiptMissing?: (tx: Transaction, order: Order) => Promise<void>;
  /** Runs after M-PESA has acknowledged the order. */
  onSent?: (tx: Transaction, order: Order) => Promise<void>;
  /**
   * Queries the outcome, or the receipt of a success, if M-PESA answers the query directly. Without `find`, the order
   * is polled by a status query, which M-PESA answers by callback.
   */
  find?: (deps: OrderDeps, order: Order, by: Requester) => Promise<Found>;
  /** True if M-PESA gives every send its own id. Then one of several sends may fail and another succeed. */
  hasIdPerSend?: boolean;
  /** True if a failure is not final: the order is queried again after a minute, and for up to a day. */
  rechecksFailure?: boolean;
  /** True if a transient refusal (throttled, token) postpones the send instead of failing the order. */
  waitsForTransientErrors?: boolean;
  /** The kind of pay-out to pause while M-PESA refuses us. */
  circuit?: Pausable;
  /** When to raise a review about an order that is still open. */
  review?: (order: Order) => { kind: ReviewKind; afterSeconds: number };
  /** Time after which an order without any evidence fails; by default never. */
  givenUpAfterSeconds?: number;
};

export type OrderDeps = PaymentDeps & {
  orderKinds: Readonly<Record<OrderKindName, OrderKind>>;
  applyBalances: ApplyBalances;
};

/**
 * Compares the balances that M-PESA reports with the books.
 * @param answer.of the short code whose accounts are listed: collection or pay-out
 * @param answer.listed undefined when M-PESA could not report the balances
 * @returns the outcome, one word for the log
 */
type ApplyBalances = (
  tx: Transaction,
  deps: PaymentDeps,
  answer: { checkId: string; of: 'collection' | 'payout'; listed: readonly AccountBalance[] },
) => Promise<string>;

/** Adapts a lock of one owner to `OrderKind.lockOwners`. */
export function lockOneByOne(
  lock: (tx: Transaction, order: Order) => Promise<unknown>,
): OrderKind['lockOwners'] {
  return async (tx, orders) => {
    for (const order of orders.toSorted((one, other) => (one.homeId < other.homeId ? -1 : 1)))
      await lock(tx, order);
  };
}

/** Adapts a function for one success to `OrderKind.onSucceeded`. */
export function applyOneByOne(
  apply: (tx: Transaction, deps: OrderDeps, order: Order, success: Success) => Promise<string>,
): OrderKind['onSucceeded'] {
  return async (tx, deps, all) => {
    const outcomes: string[] = [];
    for (const { order, success, span } of all)
      outcomes.push(await withSpan(span, () => apply(tx, deps, order, success)));
    return outcomes;
  };
}
