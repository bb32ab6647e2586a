import { emptyAnswer } from '../../../../testing/empty-answer.ts';
import { readReconciliationRun, type ReconciliationRun } from '@zawadi/contract/reconciliation';
import type { ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import { sample } from '@zawadi/contract/example-values';

/**
 * Makes an uploaded M-PESA statement of 20 November that agrees with the ledger.
 * @param details fields that differ
 */
export function aRun(details: Partial<ReconciliationRun> = {}): ReconciliationRun {
  return {
    ...emptyAnswer(readReconciliationRun),
    runId: sample.id,
    account: 'collection',
    fileName: 'statement.csv',
    from: '2026-11-19T21:00:00.000Z',
    to: '2026-11-20T21:00:00.000Z',
    madeBy: 'Wanjiku Otieno',
    lines: 3,
    ...details,
  };
}

/**
 * Makes a difference: KES 800 in the ledger that M-PESA does not have.
 * @param details fields that differ
 */
export function aDifference(details: Partial<ReconciliationItem> = {}): ReconciliationItem {
  return {
    itemId: sample.id,
    runId: sample.id,
    account: 'collection',
    kind: 'payment',
    state: 'missing_there',
    status: 'open',
    receipt: 'UKZ0000800',
    at: '2026-11-20T09:00:00.000Z',
    details: 'purchase',
    accountNumber: '',
    theirsCents: 0,
    oursCents: 800_00,
    differenceCents: -800_00,
    corrections: ['loss'],
    suggestions: [],
    ...details,
  };
}
