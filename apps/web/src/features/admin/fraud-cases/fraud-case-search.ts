import type { FraudCaseFilters } from '@zawadi/contract/fraud-cases';
import { chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';
import { shopCode } from '../transactions/transaction-search.ts';

/** Reads the filters of the list of cases from the URL; without `status`, the list has the cases that are not closed. */
export function fraudCaseSearch(params: Record<string, unknown>): Partial<FraudCaseFilters> {
  const { search, status, assigned, merchantCode } = params;
  return onlyChosen<Partial<FraudCaseFilters>>({
    search: searchedText(search),
    status: chosenOf(['open', 'reported', 'closed', 'all'] as const, status),
    assigned: chosenOf(['me', 'unassigned'] as const, assigned),
    merchantCode: shopCode(merchantCode),
  });
}
