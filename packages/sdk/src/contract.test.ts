import type * as contract from '@zawadi/contract';
import { expectTypeOf, test } from 'vitest';
import type { EventFilters, ListedEvent, SentEvent, ZawadiEventData, ZawadiEventType } from './events.ts';
import type { Page } from './lists.ts';
import type { RefusalCode } from './refusal-codes.ts';
import type {
  CreatedVoucher,
  Hold,
  HoldFilters,
  IssuedVoucher,
  Kept,
  NewHold,
  NewVoucher,
  RedeemedVoucher,
  ReversedVoucher,
  Settlement,
  SettlementDetails,
  SettlementFilters,
  Transaction,
  TransactionFilters,
  VoucherDetails,
  VoucherFilters,
} from './objects.ts';

/** Expands interfaces and inferred Zod types to plain types, so that they can be compared. */
type Plain<T> = T extends (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

type Answer<E extends contract.Endpoint> = Plain<contract.CallAnswer<E>>;
type Body<E extends contract.Endpoint> = Plain<contract.CallInput<E>['body']>;

/** The filters of a list as they are sent in the query. */
type Query<Filters extends { created?: object }> = Omit<Filters, 'created'> & {
  [K in keyof Required<Filters>['created'] as `created[${K & string}]`]?: string;
} & { cursor?: string };

test('every answer of the merchant API has the contract’s type in the SDK', () => {
  expectTypeOf<Plain<CreatedVoucher>>().toEqualTypeOf<Answer<typeof contract.createVoucher>>();
  expectTypeOf<Plain<VoucherDetails>>().toEqualTypeOf<Answer<typeof contract.readVoucher>>();
  expectTypeOf<Plain<RedeemedVoucher>>().toEqualTypeOf<Answer<typeof contract.redeemVoucher>>();
  expectTypeOf<Plain<ReversedVoucher>>().toEqualTypeOf<Answer<typeof contract.reverseRedemptionByMachine>>();
  expectTypeOf<Plain<IssuedVoucher>>().toEqualTypeOf<Answer<typeof contract.voidVoucherByMachine>>();
  expectTypeOf<Plain<IssuedVoucher>>().toEqualTypeOf<Answer<typeof contract.resendVoucherByMachine>>();
  expectTypeOf<Plain<Page<IssuedVoucher>>>().toEqualTypeOf<Answer<typeof contract.listVouchersByMachine>>();
  expectTypeOf<Plain<Transaction>>().toEqualTypeOf<Answer<typeof contract.readTransactionByMachine>>();
  expectTypeOf<Plain<SettlementDetails>>().toEqualTypeOf<Answer<typeof contract.readSettlementByMachine>>();
  expectTypeOf<Plain<Hold>>().toEqualTypeOf<Answer<typeof contract.holdVoucher>>();
  expectTypeOf<Plain<Hold>>().toEqualTypeOf<Answer<typeof contract.captureHold>>();
  expectTypeOf<Plain<Hold>>().toEqualTypeOf<Answer<typeof contract.releaseHold>>();
  expectTypeOf<Plain<Hold>>().toEqualTypeOf<Answer<typeof contract.readHold>>();
  expectTypeOf<Plain<Page<Hold>>>().toEqualTypeOf<Answer<typeof contract.listHolds>>();
  expectTypeOf<Plain<Page<Transaction>>>().toEqualTypeOf<Answer<typeof contract.listTransactionsByMachine>>();
  // In the contract, the type of an event's data depends on the event's type.
  type Envelope = 'id' | 'object' | 'type' | 'timestamp';
  expectTypeOf<Pick<Plain<ListedEvent>, Envelope>>().toEqualTypeOf<
    Pick<Answer<typeof contract.readEventByMachine>, Envelope>
  >();
  expectTypeOf<Plain<Page<Settlement>>>().toEqualTypeOf<Answer<typeof contract.listSettlementsByMachine>>();
});

test('every request of the merchant API has the contract’s type in the SDK', () => {
  expectTypeOf<Plain<NewVoucher>>().toEqualTypeOf<Body<typeof contract.createVoucher>>();
  expectTypeOf<Plain<Kept & { amount?: number | 'all' }>>().toEqualTypeOf<
    Body<typeof contract.redeemVoucher>
  >();
  expectTypeOf<Plain<NewHold>>().toEqualTypeOf<Body<typeof contract.holdVoucher>>();
  expectTypeOf<{ amount?: number | 'all' }>().toEqualTypeOf<Body<typeof contract.captureHold>>();
  type Queries = {
    events: contract.CallInput<typeof contract.listEventsByMachine>['query'];
    holds: contract.CallInput<typeof contract.listHolds>['query'];
    transactions: contract.CallInput<typeof contract.listTransactionsByMachine>['query'];
    settlements: contract.CallInput<typeof contract.listSettlementsByMachine>['query'];
    vouchers: contract.CallInput<typeof contract.listVouchersByMachine>['query'];
  };
  // Numbers in a query are text on the wire, so Zod accepts any input for `limit`.
  expectTypeOf<Plain<Omit<Query<TransactionFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['transactions'], 'limit'>>
  >();
  expectTypeOf<Plain<Omit<Query<VoucherFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['vouchers'], 'limit'>>
  >();
  expectTypeOf<Plain<Omit<Query<HoldFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['holds'], 'limit'>>
  >();
  expectTypeOf<Plain<Omit<Query<EventFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['events'], 'limit'>>
  >();
  expectTypeOf<Plain<Omit<Query<SettlementFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['settlements'], 'limit'>>
  >();
});

test('the SDK’s sandbox functions have the contract’s types', () => {
  expectTypeOf<{ amount?: number }>().toEqualTypeOf<Body<typeof contract.createTestVoucher>>();
  expectTypeOf<Plain<CreatedVoucher>>().toEqualTypeOf<Answer<typeof contract.createTestVoucher>>();
  expectTypeOf<{ type: ZawadiEventType }>().toEqualTypeOf<Body<typeof contract.sendTestEvent>>();
  expectTypeOf<Plain<SentEvent>>().toEqualTypeOf<Answer<typeof contract.sendTestEvent>>();
});

type Contract = typeof contract;
type Declared = {
  [Name in keyof Contract]: Contract[Name] extends { audience: 'machine'; refusals: readonly (infer Code)[] }
    ? Code
    : never;
}[keyof Contract];

/** Refusals before a request reaches an endpoint. */
type OfEveryCall =
  | 'address_not_allowed'
  | 'body_too_large'
  | 'closed_after_restore'
  | 'idempotency_key_in_use'
  | 'idempotency_key_missing'
  | 'idempotency_key_reused'
  | 'invalid_json'
  | 'key_not_allowed'
  | 'merchant_not_active'
  | 'method_not_allowed'
  | 'not_available_here'
  | 'not_found'
  | 'overloaded'
  | 'repeated_field'
  | 'too_many_requests'
  | 'unauthenticated'
  | 'unknown_field'
  | 'unsupported_media_type'
  | 'validation_failed';

test('the SDK’s refusal codes are the contract’s', () => {
  expectTypeOf<RefusalCode>().toEqualTypeOf<Declared | OfEveryCall>();
});

test('every event has the contract’s data type in the SDK', () => {
  type Events = { [T in contract.WebhookType]: Plain<contract.WebhookData<T>> };
  expectTypeOf<{ [T in keyof ZawadiEventData]: Plain<ZawadiEventData[T]> }>().toEqualTypeOf<Events>();
});
