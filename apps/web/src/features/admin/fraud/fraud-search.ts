import type { DeskFilters } from '@zawadi/contract/fraud-desk';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';
import { shopCode } from '../transactions/transaction-search.ts';
import { OUTCOME_WORDS, RULE_WORDS } from './fraud-words.ts';

/** Filters of the fraud desk; without the filter `state`, the list shows only open alerts. */
export type FraudFilters = Partial<DeskFilters>;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u;

/** Reads the fraud desk's filters from the URL. */
export function fraudSearch(params: Record<string, unknown>): FraudFilters {
  const { search, state, severity, rule, outcome, assigned, merchantCode, userId, from, to } = params;
  return onlyChosen<FraudFilters>({
    search: searchedText(search),
    state: chosenOf(['closed', 'all'] as const, state),
    severity: chosenOf(['High', 'Medium', 'Low'] as const, severity),
    rule: chosenOf(keysOf(RULE_WORDS), rule),
    outcome: chosenOf(keysOf(OUTCOME_WORDS), outcome),
    assigned: chosenOf(['me', 'unassigned'] as const, assigned),
    merchantCode: shopCode(merchantCode),
    userId: typeof userId === 'string' && UUID.test(userId) ? userId : undefined,
    from: chosenDay(from),
    to: chosenDay(to),
  });
}

function keysOf<Key extends string>(words: Record<Key, string>): Key[] {
  return Object.keys(words) as Key[];
}
