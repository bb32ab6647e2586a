import { expect, test } from 'vitest';
import { waitsFor } from './settlement-columns.tsx';

const batch = { status: 'Pending', isFrozen: false, needsApproval: false, method: 'b2c' } as const;
const decision = { outcome: 'paid', proposedBy: 'Ann', proposedAt: '', canConfirm: true } as const;

test('S332 shows whose decision a batch waits for', () => {
  expect(waitsFor({ ...batch, needsApproval: true })).toBe('Approval');
  expect(waitsFor({ ...batch, failureReason: 'M-PESA did not pay.' })).toBe('Pay-out failed');
  expect(waitsFor({ ...batch, needsApproval: true, isFrozen: true })).toBe('Merchant suspended');
  expect(waitsFor({ ...batch, status: 'Processing', method: 'bank-file' })).toBe('Payment at the bank');
  expect(waitsFor({ ...batch, status: 'Processing', openDecision: decision })).toBe('Second administrator');
});

test('shows nothing for a batch that is finished or continues automatically', () => {
  expect(waitsFor(batch)).toBeUndefined();
  expect(waitsFor({ ...batch, status: 'Processing' })).toBeUndefined();
  expect(waitsFor({ ...batch, status: 'Completed', isFrozen: true })).toBeUndefined();
});
