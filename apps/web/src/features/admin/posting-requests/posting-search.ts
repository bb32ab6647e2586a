import type { PostingFilters, PostingStatus, PostingTemplate } from '@zawadi/contract/posting-requests';
import { chosenDay, chosenOf, onlyChosen } from '../../lists/search-params.ts';

export const POSTING_STATUSES = [
  'Waiting',
  'Posted',
  'To pay',
  'Paid',
  'Not paid',
  'Rejected',
  'Expired',
] as const satisfies readonly PostingStatus[];

export const POSTING_TEMPLATES = [
  'bank-float-in',
  'bank-float-out',
  'payout-float-in',
  'payout-float-out',
  'bank-to-payout',
  'payout-to-bank',
  'bank-charge',
  'unclaimed-paid',
  'goodwill-consumer',
  'goodwill-merchant',
  'credit-taken-back',
  'legal-order',
] as const satisfies readonly PostingTemplate[];

/** Reads the filters of the list of postings from the URL. */
export function postingSearch(params: Record<string, unknown>): Partial<PostingFilters> {
  const { template, status, from, to } = params;
  return onlyChosen<Partial<PostingFilters>>({
    template: chosenOf(POSTING_TEMPLATES, template),
    status: chosenOf(POSTING_STATUSES, status),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}
