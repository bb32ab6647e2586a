import type { MerchantVoucherFilters } from '@zawadi/contract/merchant-vouchers';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';
import { SHORTEST_SEARCH } from '../transactions/transaction-search.ts';

const STATUSES = ['ACTIVE', 'PARTIALLY_REDEEMED', 'REDEEMED', 'EXPIRED', 'VOIDED'] as const;

/** Reads the filters of the vouchers screen from the page's URL. */
export function voucherSearch({ search, status, from, to }: Record<string, unknown>): MerchantVoucherFilters {
  const text = searchedText(search);
  return onlyChosen<MerchantVoucherFilters>({
    search: text !== undefined && text.trim().length >= SHORTEST_SEARCH ? text : undefined,
    status: chosenOf(STATUSES, status),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
