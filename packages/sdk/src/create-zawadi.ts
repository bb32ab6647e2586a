import { createList, type List } from './lists.ts';
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
import { send, type Answered, type ReadOptions, type WriteOptions } from './send.ts';
import { connectionOf, type ZawadiSettings } from './settings.ts';

/** The merchant API. Every call throws a ZawadiRefusal or a ZawadiConnectionError when it has no answer. */
export interface Zawadi {
  vouchers: {
    /** Makes a voucher from the merchant's own balance. */
    create: (voucher: NewVoucher, options?: WriteOptions) => Promise<Answered<CreatedVoucher>>;
    /** @param voucher the code as it is written, typed or scanned, or the id of one known here */
    retrieve: (voucher: string, options?: ReadOptions) => Promise<Answered<VoucherDetails>>;
    /**
     * Takes value from a voucher: for the amount given, or all that is left.
     * @param voucher the code as it is written, typed or scanned, or the id of one known here
     */
    redeem: (
      voucher: string,
      redemption?: { amount?: number },
      options?: WriteOptions,
    ) => Promise<Answered<RedeemedVoucher>>;
    /** Takes a redemption of today back, whole. */
    reverse: (
      voucher: string,
      redemptionId: string,
      options?: WriteOptions,
    ) => Promise<Answered<ReversedVoucher>>;
  };
  /** Redemptions and vouchers made here. */
  transactions: List<Transaction, TransactionFilters>;
  /** How they were paid out. */
  settlements: List<Settlement, SettlementFilters>;
}

/**
 * A client of the merchant API. It keeps no connection open and may be shared.
 * @throws TypeError for settings that cannot work
 */
export function createZawadi(settings: ZawadiSettings): Zawadi {
  const connection = connectionOf(settings);
  const voucherPath = (voucher: string) => `/vouchers/${encodeURIComponent(required(voucher))}`;
  return {
    vouchers: {
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
        return send(connection, { name: 'vouchers.redeem', method: 'POST', path, body: redemption }, options);
      },
      reverse: async (voucher, redemptionId, options) => {
        const path = `${voucherPath(voucher)}/redemptions/${encodeURIComponent(required(redemptionId))}/reverse`;
        return send(connection, { name: 'vouchers.reverse', method: 'POST', path, body: {} }, options);
      },
    },
    transactions: createList(connection, 'transactions'),
    settlements: createList(connection, 'settlements'),
  };
}

/** Nothing in place of a name would be another address. */
function required(name: string): string {
  if (name.trim() === '') throw new TypeError('The name of the voucher or redemption is empty.');
  return name;
}
