import type { SettlementFilters } from '@zawadi/contract/settlements';
import { chosenDay, chosenOf, onlyChosen } from '../lists/search-params.ts';

/** The states that a list is narrowed to. */
export const STATUSES = ['Pending', 'Processing', 'Completed', 'Canceled'] as const;
const CHANNELS = ['M-Pesa', 'Bank Transfer'] as const;

/** What the address of the settlements narrows them to. */
export function settlementSearch({
  status,
  payoutChannel,
  from,
  to,
}: Record<string, unknown>): SettlementFilters {
  return onlyChosen<SettlementFilters>({
    status: chosenOf(STATUSES, status),
    payoutChannel: chosenOf(CHANNELS, payoutChannel),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
