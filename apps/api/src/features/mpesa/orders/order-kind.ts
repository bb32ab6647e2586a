import type { FailureReason } from '@zawadi/contract';
import type { AccountBalance, B2bInput, B2cInput, ReversalInput, StkPushInput } from '@zawadi/mpesa';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { withSpan, type Span } from '../../../platform/tracing/tracing.ts';
import type { ReviewKind } from '../../services/reviews/index.ts';
import type { Pausable, PaymentDeps } from '../client/index.ts';
import type { Order, OrderKindName, OrderState } from './store.ts';

/** What M-PESA said about an order, by callback, query or at once. */
export type OrderResult = ({ outcome: 'succeeded' } & Success) | ({ outcome: 'failed' } & Failure);

export type Success = {
  /** A query of a prompt names none. */
  receipt?: string;
  amountShillings?: number;
  /** Who paid, as M-PESA writes it; of a payment at the pay bill. */
  payer?: string | undefined;
  /** The registered name behind the number that was paid. */
  paidToName?: string;
  /** What M-PESA charged us. */
  chargeCents?: bigint;
  /** The payment had been reversed before this order: by an earlier send of it, or outside of Zawadi. */
  isReversedBefore?: boolean;
};

/** A success, with the span of the message that told it. */
export type Succeeded = { order: Order; success: Success; span?: Span | undefined };

export type Failure = {
  resultCode: string;
  reason: FailureReason;
  isOurFault: boolean;
  /** The send that it speaks of, where each one has an id of its own. */
  providerId?: string;
  /** Our own conclusion, which holds only while the order is still in one of these states. */
  onlyWhile?: readonly OrderState[];
};

type Call<Name extends string, Input> = { call: Name } & Omit<Input, 'callbackToken'>;

/** The call that an order is. */
export type ProviderRequest =
  | Call<'stkPush', StkPushInput>
  | Call<'b2c', B2cInput>
  | Call<'b2b', B2bInput>
  | Call<'reversal', ReversalInput>;

/**
 * One kind of order, as the feature that owns it describes it: what is ordered, which repeat is safe, and what follows
 * from success and failure. Sending, polling, callbacks and their order are the same for all of them.
 */
export type OrderKind = {
  /**
   * Whether an order that may have been executed may be sent again: never, under the same id, which M-PESA
   * pays once, or always, because M-PESA executes it once at most.
   */
  repeat: (request: ProviderRequest) => 'never' | 'under-its-id' | 'always';
  /** @returns undefined when the owner does not want it any more */
  request: (db: Db, order: Order) => Promise<ProviderRequest | undefined>;
  /** Whose result codes M-PESA answers with. */
  resultsOf: (order: Order) => ProviderRequest['call'];
  /** Locks the rows of the owners, in one order for every caller: every result is applied under this lock. */
  lockOwners: (tx: Transaction, orders: Order[]) => Promise<unknown>;
  /**
   * Successes of orders that were open, had failed, or were known to have succeeded without this receipt, of different owners.
   * @returns what each changed; written beside the message it came from
   */
  onSucceeded: (tx: Transaction, deps: OrderDeps, all: Succeeded[]) => Promise<string[]>;
  onFailed: (tx: Transaction, deps: OrderDeps, order: Order, failure: Failure) => Promise<string>;
  /** M-PESA has been asked for a day, and has not named the receipt of a success. */
  onReceiptMissing?: (tx: Transaction, order: Order) => Promise<void>;
  /** M-PESA has taken the order. */
  onSent?: (tx: Transaction, order: Order) => Promise<void>;
  /**
   * Asks for the outcome, or for the receipt of a success, where M-PESA answers at once; without it M-PESA is asked for a
   * status and answers to a callback address.
   */
  find?: (deps: OrderDeps, order: Order) => Promise<OrderResult | undefined>;
  /** Every send gets an id of its own from M-PESA, so one of several may fail and another one succeed. */
  hasIdPerSend?: boolean;
  /** A failure is not final: M-PESA is asked again a minute later, and up to a day. */
  isAskedAfterFailure?: boolean;
  /** A refusal for the moment (throttled, token) leaves the order to be sent later instead of failing it. */
  waitsForTransientErrors?: boolean;
  /** What is paused while M-PESA refuses us. */
  circuit?: Pausable;
  /** When an open order becomes a case for administrators. */
  review?: (order: Order) => { kind: ReviewKind; afterSeconds: number };
  /** An order without any evidence has failed after this time; never, unless said. */
  givenUpAfterSeconds?: number;
};

export type OrderDeps = PaymentDeps & {
  orderKinds: Readonly<Record<OrderKindName, OrderKind>>;
  applyBalances: ApplyBalances;
};

/**
 * Compares what M-PESA says its accounts hold with the books.
 * @param answer.of the side whose accounts are listed
 * @param answer.listed none when M-PESA could not say
 * @returns what became of it, in a word for the log
 */
type ApplyBalances = (
  tx: Transaction,
  deps: PaymentDeps,
  answer: { checkId: string; of: 'collection' | 'payout'; listed: readonly AccountBalance[] },
) => Promise<string>;

/** `OrderKind.lockOwners` for kinds that lock one owner at a time. */
export function lockOneByOne(
  lock: (tx: Transaction, order: Order) => Promise<unknown>,
): OrderKind['lockOwners'] {
  return async (tx, orders) => {
    for (const order of orders.toSorted((one, other) => (one.homeId < other.homeId ? -1 : 1)))
      await lock(tx, order);
  };
}

/** `OrderKind.onSucceeded` for kinds that apply one success at a time. */
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
