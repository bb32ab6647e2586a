import type * as contract from '@zawadi/contract';
import { expectTypeOf, test } from 'vitest';
import type { ZawadiEventData } from './events.ts';
import type { Page } from './lists.ts';
import type {
  CreatedVoucher,
  NewVoucher,
  RedeemedVoucher,
  ReversedVoucher,
  Settlement,
  SettlementFilters,
  Transaction,
  TransactionFilters,
  VoucherDetails,
} from './objects.ts';

/** Interfaces and what Zod infers become comparable when both are written out. */
type Plain<T> = T extends (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

type Answer<E extends contract.Endpoint> = Plain<contract.CallAnswer<E>>;
type Body<E extends contract.Endpoint> = Plain<contract.CallInput<E>['body']>;

/** The filters of a list as its query has them. */
type Query<Filters extends { created?: object }> = Omit<Filters, 'created'> & {
  [K in keyof Required<Filters>['created'] as `created[${K & string}]`]?: string;
} & { cursor?: string };

test('every answer of the merchant API has the type that the contract gives it', () => {
  expectTypeOf<Plain<CreatedVoucher>>().toEqualTypeOf<Answer<typeof contract.createVoucher>>();
  expectTypeOf<Plain<VoucherDetails>>().toEqualTypeOf<Answer<typeof contract.readVoucher>>();
  expectTypeOf<Plain<RedeemedVoucher>>().toEqualTypeOf<Answer<typeof contract.redeemVoucher>>();
  expectTypeOf<Plain<ReversedVoucher>>().toEqualTypeOf<Answer<typeof contract.reverseRedemptionByMachine>>();
  expectTypeOf<Plain<Page<Transaction>>>().toEqualTypeOf<Answer<typeof contract.listTransactionsByMachine>>();
  expectTypeOf<Plain<Page<Settlement>>>().toEqualTypeOf<Answer<typeof contract.listSettlementsByMachine>>();
});

test('every request has the type that the contract takes', () => {
  expectTypeOf<Plain<NewVoucher>>().toEqualTypeOf<Body<typeof contract.createVoucher>>();
  expectTypeOf<{ amount?: number }>().toEqualTypeOf<Body<typeof contract.redeemVoucher>>();
  type Queries = {
    transactions: contract.CallInput<typeof contract.listTransactionsByMachine>['query'];
    settlements: contract.CallInput<typeof contract.listSettlementsByMachine>['query'];
  };
  // The wire has numbers as text, so that Zod takes anything for a limit.
  expectTypeOf<Plain<Omit<Query<TransactionFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['transactions'], 'limit'>>
  >();
  expectTypeOf<Plain<Omit<Query<SettlementFilters>, 'limit'>>>().toEqualTypeOf<
    Plain<Omit<Queries['settlements'], 'limit'>>
  >();
});

test('every event carries what the contract says', () => {
  type Events = { [T in contract.WebhookType]: Plain<contract.WebhookData<T>> };
  expectTypeOf<{ [T in keyof ZawadiEventData]: Plain<ZawadiEventData[T]> }>().toEqualTypeOf<Events>();
});
