import { sample } from '@zawadi/contract/example-values';
import type { AdminSettlement } from '@zawadi/contract/settlements-admin';

/**
 * Makes a batch of KES 600 to a bank that waits for approval.
 * @param details fields that differ
 */
export function aSettlement(details: Partial<AdminSettlement> = {}): AdminSettlement {
  return {
    batchId: 'ST-20261120-7KQ2M',
    settlementId: sample.id,
    merchantCode: 'DUKA001',
    businessName: 'Duka la Makosa',
    amount: 600,
    processingFee: 6,
    netAmount: 594,
    status: 'Pending',
    date: '2026-11-20T09:00:00.000Z',
    cutOffAt: '2026-11-20T09:00:00.000Z',
    payoutChannel: 'Bank Transfer',
    destination: 'Equity Bank ••••4321',
    transactionCount: 1,
    method: 'bank-file',
    needsApproval: true,
    isFrozen: false,
    ...details,
  };
}
