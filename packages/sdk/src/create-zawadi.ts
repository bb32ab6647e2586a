import type { EventFilters, ListedEvent, SentEvent, ZawadiEventType } from './events.ts';
import { createList, type List } from './lists.ts';
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
import { send, type Answered, type ReadOptions, type WriteOptions } from './send.ts';
import { connectionOf, type ZawadiSettings } from './settings.ts';

/** Client of the merchant API. A call without a successful answer throws a ZawadiRefusal or a ZawadiConnectionError. */
export interface Zawadi {
  /** `list` and `page` return only vouchers that you have issued. */
  vouchers: List<IssuedVoucher, VoucherFilters> & {
    /** Issues a voucher from your own balance. */
    create: (voucher: NewVoucher, options?: WriteOptions) => Promise<Answered<CreatedVoucher>>;
    /**
     * Retrieves a voucher.
     * @param voucher the code as it is written, typed or scanned, or the id of a voucher issued or redeemed here
     */
    retrieve: (voucher: string, options?: ReadOptions) => Promise<Answered<VoucherDetails>>;
    /**
     * Redeems an amount of a voucher, or its whole balance: `{ amount: 'all' }`. To leave the amount out is deprecated: it
     * means `'all'`.
     * @param voucher the code as it is written, typed or scanned, or the id of a voucher issued or redeemed here
     */
    redeem: (
      voucher: string,
      redemption?: Kept & { amount?: number | 'all' },
      options?: WriteOptions,
    ) => Promise<Answered<RedeemedVoucher>>;
    /**
     * Reserves an amount of a voucher, or its whole free balance (`{ amount: 'all' }`), until you capture or release it.
     * @param voucher the code as it is written, typed or scanned, or the id of a voucher issued or redeemed here
     */
    hold: (voucher: string, hold?: NewHold, options?: WriteOptions) => Promise<Answered<Hold>>;
    /** Reverses one of today's redemptions in full. */
    reverse: (
      voucher: string,
      redemptionId: string,
      options?: WriteOptions,
    ) => Promise<Answered<ReversedVoucher>>;
    /** Voids a voucher that you issued; its balance returns to you. */
    void: (
      voucher: string,
      voiding?: { reason?: string },
      options?: WriteOptions,
    ) => Promise<Answered<IssuedVoucher>>;
    /** Resends a voucher that you issued to its recipient, with the same code and link. */
    resend: (voucher: string, options?: WriteOptions) => Promise<Answered<IssuedVoucher>>;
  };
  /** Redemptions in two steps: reserve with `vouchers.hold`, then capture or release. */
  holds: List<Hold, HoldFilters> & {
    retrieve: (holdId: string, options?: ReadOptions) => Promise<Answered<Hold>>;
    /**
     * Captures an amount of a hold, or all of it: `{ amount: 'all' }`. This is possible only once; the rest of the hold is
     * released. To leave the amount out is deprecated: it means `'all'`.
     */
    capture: (
      holdId: string,
      capture?: { amount?: number | 'all' },
      options?: WriteOptions,
    ) => Promise<Answered<Hold>>;
    /** Releases a hold in full. */
    release: (holdId: string, options?: WriteOptions) => Promise<Answered<Hold>>;
  };
  /** Redemptions, and vouchers that you issued. */
  transactions: List<Transaction, TransactionFilters> & {
    retrieve: (id: string, options?: ReadOptions) => Promise<Answered<Transaction>>;
  };
  /** Your pay-outs. */
  settlements: List<Settlement, SettlementFilters> & {
    /**
     * Retrieves a settlement.
     * @param id `ST-20261120-7KQ2M`
     */
    retrieve: (id: string, options?: ReadOptions) => Promise<Answered<SettlementDetails>>;
  };
  /** Events of the last 30 days that were or will be sent to your webhook addresses. */
  events: List<ListedEvent, EventFilters> & {
    /**
     * Retrieves an event.
     * @param id the event's id, which webhook messages carry as `webhook-id`
     */
    retrieve: (id: string, options?: ReadOptions) => Promise<Answered<ListedEvent>>;
  };
  /** Functions for tests. They are refused with `sandbox_only` if real money moves. */
  sandbox: {
    /** Makes a test voucher for your till to redeem: KES 500 by default. */
    createVoucher: (
      voucher?: { amount?: number },
      options?: WriteOptions,
    ) => Promise<Answered<CreatedVoucher>>;
    /** Sends an event with made-up values to your webhook addresses, and to `zawadi listen`. */
    sendEvent: (type: ZawadiEventType, options?: WriteOptions) => Promise<Answered<SentEvent>>;
  };
}

/**
 * Creates a client of the merchant API. It keeps no connection open, so your program may share one client.
 * @throws TypeError for settings that cannot work
 */
export function createZawadi(settings: ZawadiSettings): Zawadi {
  const connection = connectionOf(settings);
  const voucherPath = (voucher: string) => `/vouchers/${encodeURIComponent(required(voucher))}`;
  const holdPath = (holdId: string) => `/holds/${encodeURIComponent(required(holdId))}`;
  const retrieve =
    <T extends object>(name: 'transactions' | 'settlements' | 'events') =>
    async (id: string, options?: ReadOptions): Promise<Answered<T>> => {
      const path = `/${name}/${encodeURIComponent(required(id))}`;
      return send(connection, { name: `${name}.retrieve`, method: 'GET', path }, options);
    };
  return {
    vouchers: {
      ...createList(connection, 'vouchers'),
      create: async (voucher, options) =>
        send(
          connection,
          { name: 'vouchers.create', method: 'POST', path: '/vouchers/create', body: voucher },
          options,
        ),
      retrieve: async (voucher, options) =>
        send(connection, { name: 'vouchers.retrieve', method: 'GET', path: voucherPath(voucher) }, options),
      redeem: async (voucher, redemption = {}, options) => {
        const path = `${voucherPath(voucher)}/redeem`;
        return send(
          connection,
          { name: 'vouchers.redeem', method: 'POST', path, body: stated(redemption) },
          options,
        );
      },
      hold: async (voucher, hold = {}, options) => {
        const path = `${voucherPath(voucher)}/hold`;
        return send(connection, { name: 'vouchers.hold', method: 'POST', path, body: stated(hold) }, options);
      },
      reverse: async (voucher, redemptionId, options) => {
        const path = `${voucherPath(voucher)}/redemptions/${encodeURIComponent(required(redemptionId))}/reverse`;
        return send(connection, { name: 'vouchers.reverse', method: 'POST', path, body: {} }, options);
      },
      void: async (voucher, voiding = {}, options) => {
        const path = `${voucherPath(voucher)}/void`;
        return send(connection, { name: 'vouchers.void', method: 'POST', path, body: voiding }, options);
      },
      resend: async (voucher, options) => {
        const path = `${voucherPath(voucher)}/resend`;
        return send(connection, { name: 'vouchers.resend', method: 'POST', path, body: {} }, options);
      },
    },
    holds: {
      ...createList<Hold, HoldFilters>(connection, 'holds'),
      retrieve: async (holdId, options) =>
        send(connection, { name: 'holds.retrieve', method: 'GET', path: holdPath(holdId) }, options),
      capture: async (holdId, capture = {}, options) => {
        const path = `${holdPath(holdId)}/capture`;
        return send(
          connection,
          { name: 'holds.capture', method: 'POST', path, body: stated(capture) },
          options,
        );
      },
      release: async (holdId, options) => {
        const path = `${holdPath(holdId)}/release`;
        return send(connection, { name: 'holds.release', method: 'POST', path, body: {} }, options);
      },
    },
    transactions: { ...createList(connection, 'transactions'), retrieve: retrieve('transactions') },
    settlements: { ...createList(connection, 'settlements'), retrieve: retrieve('settlements') },
    events: { ...createList(connection, 'events'), retrieve: retrieve('events') },
    sandbox: {
      createVoucher: async (voucher = {}, options) => {
        const call = {
          name: 'sandbox.createVoucher',
          method: 'POST',
          path: '/test/vouchers',
          body: voucher,
        } as const;
        return send(connection, call, options);
      },
      sendEvent: async (type, options) => {
        const call = {
          name: 'sandbox.sendEvent',
          method: 'POST',
          path: '/test/events',
          body: { type },
        } as const;
        return send(connection, call, options);
      },
    },
  };
}

/**
 * Refuses an amount that is undefined, and a body that is null. Both come from a misspelt property, and would take the
 * whole value.
 */
function stated<Body extends { amount?: number | 'all' }>(body: Body | null): Body {
  if (body === null || ('amount' in body && body.amount === undefined))
    throw new TypeError('The amount is undefined. To take the whole value, give the amount "all".');
  return body;
}

/** An empty id would turn the path into another endpoint's. */
function required(name: string): string {
  if (name.trim() === '') throw new TypeError('The name of the object is empty.');
  return name;
}
