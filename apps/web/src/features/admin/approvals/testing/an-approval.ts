import type { Approval } from '@zawadi/contract/approvals';
import { sample } from '@zawadi/contract/example-values';

/**
 * Makes an open request of another administrator that the signed-in administrator may approve.
 * @param details fields that differ from it
 */
export function anApproval(details: Partial<Approval> = {}): Approval {
  return {
    approvalId: sample.id,
    kind: 'refund',
    subjectKind: 'voucher',
    subjectId: sample.redemptionId,
    summary: 'Refund KES 15,000 of Kamau Maina’s voucher',
    amount: 15_000,
    way: 'by M-PESA, to the number that paid',
    reason: 'Bought twice',
    status: 'Open',
    requestedBy: 'Wairimu Kamau',
    requestedAt: '2026-11-28T14:26:41.000Z',
    approvalsNeeded: 1,
    rule: { needsTwo: true, because: 'amount', from: 10_000, doneAlone: 0 },
    canApprove: true,
    ...details,
  };
}
