import type { FailureReason } from '@zawadi/contract';
import type { AccountBalance, B2bInput, B2cInput, ReversalInput, StkPushInput } from '@zawadi/mpesa';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { withSpan, type Span } from '../../../platform/tracing/tracing.ts';
import type { ReviewKind } from '../../services/reviews/index.ts';
import type { Pausable, PaymentDeps } from '../client/index.ts';
import type { Order, OrderKindName, OrderState } from './store.ts';

/** A result from M-PESA about an order: by callback, by query, or in the answer to the call. */
export type OrderResult = ({ outcome: 'succeeded' } & Success) | ({ outcome: 'failed' } & Failure);

export type Success = {
  /** Absent in the answer to a query of a prompt. */
  receipt?: string;
  amountShillings?: number;
  /** The payer in M-PESA's format; only for a payment at the pay bill. */
  payer?: string | undefined;
  /** The registered name of the number that was paid. */
  paidToName?: string;
  /** M-PESA's charge to us. */
  chargeCents?: bigint;
  /** The payment had been reversed before this order: by an earlier send of it, or outside of Zawadi. */
  isReversedBefore?: boolean;
};

/** A success, with the span of the message that reported it. */
export type Succeeded = { order: Order; success: Success; span?: Span | undefined };

export type Failure = {
  resultCode: string;
  reason: FailureReason;
  isOurFault: boolean;
  /** Id of the send that failed, if each send has an id of its own. */
  providerId?: string;
  /** States in which this result may be applied, because it is our conclusion and not M-PESA's. */
  onlyWhile?: readonly OrderState[];
};

type Call<Name extends string, Input> = { call: Name } & Omit<Input, 'callbackToken'>;

/** The call to M-PESA that an order makes. */
export type ProviderRequest =
  | Call<'stkPush', StkPushInput>
  | Call<'b2c', B2cInput>
  | Call<'b2b', B2bInput>
  | Call<'reversal', ReversalInput>;

/**
 * One kind of order, described by the feature that owns it: its request, which repeats are safe, and the effects of
 * success and failure. All kinds share the code for sending, polling and callbacks.
 */
export type OrderKind = {
  /**
   * Whether an order that M-PESA may have executed may be sent again. `under-its-id`: M-PESA pays an id once. `always`:
   * M-PESA executes the order at most once.
   */
  repeat: (request: ProviderRequest) => 'never' | 'under-its-id' | 'always';
  /** @returns undefined when the owner no longer wants the order */
  request: (db: Db, order: Order) => Promise<ProviderRequest | undefined>;
  /** Returns the call whose result codes M-PESA uses in its answer. */
  resultsOf: (order: Order) => ProviderRequest['call'];
  /** Locks the rows of the owners, in one order for every caller. Every result is applied under this lock. */
  lockOwners: (tx: Transaction, orders: Order[]) => Promise<unknown>;
  /**
   * Applies successes, of different owners. Each order was open, had failed, or had succeeded without this receipt.
   * @returns one outcome per success, to be stored with the message that reported it
   */
  onSucceeded: (tx: Transaction, deps: OrderDeps, all: Succeeded[]) => Promise<string[]>;
  onFailed: (tx: Transaction, deps: OrderDeps, order: Order, failure: Failure) => Promise<string>;
  /** Handles a success whose receipt M-PESA has not named within a day of queries. */
  onReceiptMissing?: (tx: Transaction, order: Order) => Promise<void>;
  /** Runs after M-PESA has acknowledged the order. */
  onSent?: (tx: Transaction, order: Order) => Promise<void>;
  /**
   * Queries the outcome, or the receipt of a success, if M-PESA answers the query directly. Without it, a status query
   * is sent, which M-PESA answers by callback.
   */
  find?: (deps: OrderDeps, order: Order) => Promise<OrderResult | undefined>;
  /** M-PESA gives every send an id of its own, so one of several may fail and another succeed. */
  hasIdPerSend?: boolean;
  /** A failure is not final: it is queried again after a minute, and for up to a day. */
  rechecksFailure?: boolean;
  /** A transient refusal (throttled, token) leaves the order to be sent later instead of failing it. */
  waitsForTransientErrors?: boolean;
  /** The kind of pay-out to pause while M-PESA refuses us. */
  circuit?: Pausable;
  /** When an open order is raised as a review. */
  review?: (order: Order) => { kind: ReviewKind; afterSeconds: number };
  /** After this time an order without any evidence fails; by default never. */
  givenUpAfterSeconds?: number;
};

export type OrderDeps = PaymentDeps & {
  orderKinds: Readonly<Record<OrderKindName, OrderKind>>;
  applyBalances: ApplyBalances;
};

/**
 * Compares the balances that M-PESA reports with the books.
 * @param answer.of the side whose accounts are listed
 * @param answer.listed undefined when M-PESA could not report them
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
