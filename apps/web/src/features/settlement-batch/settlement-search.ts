import type { SettlementFilters } from '@zawadi/contract/settlements';
import { chosenDay, chosenOf, onlyChosen } from '../lists/search-params.ts';

/** Statuses that the list offers as a filter. */
export const STATUSES = ['Pending', 'Processing', 'Completed', 'Canceled'] as const;
const CHANNELS = ['M-Pesa', 'Bank Transfer'] as const;

/** Reads the filters of the settlements list from the URL. */
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
