import type { ApprovalFilters } from '@zawadi/contract/approvals';
import { chosenOf, onlyChosen } from '../../lists/search-params.ts';

export const APPROVAL_STATUSES = ['Open', 'Approved', 'Rejected', 'Expired', 'Outdated'] as const;

/** Reads the filters of the approvals list from the URL. */
export function approvalSearch({ status }: Record<string, unknown>): Pick<ApprovalFilters, 'status'> {
  return onlyChosen({ status: chosenOf(APPROVAL_STATUSES, status) });
}
