import type { SettlementFilters } from '@zawadi/contract/settlements';
import { onlyChosen } from '../../lists/search-params.ts';
import { settlementSearch } from '../../settlement-batch/settlement-search.ts';
import { shopCode } from '../transactions/transaction-search.ts';

export type AdminSettlementFilters = SettlementFilters & {
  merchantCode?: string | undefined;
  needsAttention?: true | undefined;
};

/** Reads the filters of the administrators' settlement list from the URL. */
export function adminSettlementSearch(params: Record<string, unknown>): AdminSettlementFilters {
  const { merchantCode, needsAttention } = params;
  const isAsked = needsAttention === true || needsAttention === 'true';
  return onlyChosen<AdminSettlementFilters>({
    ...settlementSearch(params),
    merchantCode: shopCode(merchantCode),
    needsAttention: isAsked ? true : undefined,
  });
}
