import type { ApprovalKind } from '@zawadi/contract/approvals';

const KIND_WORDS = {
  refund: 'Refund',
  void: 'Void',
  extension: 'Extension',
  suspense: 'Money in suspense',
  'reversed-payment': 'Payment taken back',
  'withdrawal-outcome': 'Marked withdrawal',
  adjustment: 'Adjustment',
  correction: 'Correction',
  'staff-add': 'New colleague',
  'staff-role': 'Higher role',
  'fees-and-limits': 'Fees and limits',
  'merchant-close': 'Closed merchant',
} as const satisfies Record<ApprovalKind, string>;

/** What kind of action waits, as people call it. */
export function kindWordOf(kind: ApprovalKind): string {
  return KIND_WORDS[kind];
}
