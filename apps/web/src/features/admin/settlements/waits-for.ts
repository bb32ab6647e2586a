import type { AdminSettlement } from '@zawadi/contract/settlements-admin';

type Waiting = Pick<
  AdminSettlement,
  'status' | 'isFrozen' | 'needsApproval' | 'openDecision' | 'failureReason' | 'method'
>;

/** What a batch waits a person for, in a few words; undefined when it goes on by itself or is over. */
export function waitsFor(batch: Waiting): string | undefined {
  const { status, isFrozen, needsApproval, openDecision, failureReason, method } = batch;
  if (status === 'Pending') {
    if (isFrozen) return 'Merchant suspended';
    if (failureReason !== undefined) return 'Pay-out failed';
    return needsApproval ? 'Approval' : undefined;
  }
  if (status !== 'Processing') return undefined;
  if (openDecision !== undefined) return 'Second administrator';
  return method === 'bank-file' ? 'Payment at the bank' : undefined;
}
