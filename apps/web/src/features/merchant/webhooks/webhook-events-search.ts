import { webhookType } from '@zawadi/contract/webhook-events';
import { parseVoucherCode } from '@zawadi/contract/voucher-code';
import type { EventFilters } from '@zawadi/contract/webhooks-log';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Filters of the event log. `search` finds the events of a voucher. */
export type EventSearch = Omit<EventFilters, 'voucher'> & { search?: string | undefined };

export function webhookEventsSearch(search: Record<string, unknown>): EventSearch {
  const { type, addressId, state, from, to } = search;
  return onlyChosen<EventSearch>({
    search: withoutCode(searchedText(search['search'])),
    type: chosenOf(webhookType.options, type),
    addressId: typeof addressId === 'string' && UUID.test(addressId) ? addressId : undefined,
    state: chosenOf(['waiting', 'delivered', 'failed'] as const, state),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}

/**
 * Replaces a complete voucher code by its last four symbols: the code is money, and browsers and servers store URLs.
 */
function withoutCode(typed: string | undefined): string | undefined {
  return typed === undefined ? undefined : (parseVoucherCode(typed)?.slice(-4) ?? typed);
}
