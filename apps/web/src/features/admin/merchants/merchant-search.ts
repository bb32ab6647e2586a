import type { Merchant } from '@zawadi/contract/merchants';
import { chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';
import { LISTED_STATUSES } from './merchant-status.ts';

export type MerchantFilters = {
  search?: string | undefined;
  status?: Merchant['status'] | undefined;
  isWithoutPayoutChannel?: true | undefined;
};

/** Reads the filters of the merchants list from the URL. */
export function merchantSearch({
  search,
  status,
  isWithoutPayoutChannel: without,
}: Record<string, unknown>): MerchantFilters {
  return onlyChosen<MerchantFilters>({
    search: searchedText(search),
    status: chosenOf(LISTED_STATUSES, status),
    isWithoutPayoutChannel: without === true || without === 'true' ? true : undefined,
  });
}
