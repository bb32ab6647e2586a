import { account } from './accounts.ts';
import type { Leg } from './group.ts';

/** What is left on a voucher of a merchant's own crosses from the voucher's home to the merchant's. */
export function restToMerchant(voucherId: string, merchantId: string): Leg[] {
  return [
    {
      leg: 'out',
      homeId: voucherId,
      debit: account.voucher(voucherId),
      credit: account.transit,
      amount: 'all',
    },
    {
      leg: 'in',
      homeId: merchantId,
      debit: account.transit,
      credit: account.merchant(merchantId),
      amount: 'linked',
    },
  ];
}
