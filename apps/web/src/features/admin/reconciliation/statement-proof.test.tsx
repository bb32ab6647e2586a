// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { readReconciliationRun, type ReconciliationRun } from '@zawadi/contract/reconciliation';
import { listReconciliationItems } from '@zawadi/contract/reconciliation-items';
import { bookReversal } from '@zawadi/contract/voucher-actions';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aDifference, aRun } from './testing/compared.ts';

const { open } = pages();

const RUN = `/admin/reconciliation/statements/${sample.id}`;
const balances = {
  openingCents: 100_000_00,
  closingCents: 281_450_00,
  closesAt: '2026-11-20T21:00:00.000Z',
  ledgerCents: 281_450_00,
};
const reversal = aDifference({
  receipt: 'UKSREV0001',
  state: 'missing_here',
  details: 'Reversal of Pay Bill Online UKSYR4HMKK',
  theirsCents: -3_000_00,
  oursCents: 0,
  differenceCents: -3_000_00,
  corrections: [],
  payment: {
    transactionId: sample.redemptionId,
    billReference: 'CVGM6TH9',
    status: 'COMPLETED',
    isTakenBack: true,
  },
});

async function openRun(run: Partial<ReconciliationRun>) {
  return open(RUN, {
    as: administrator('finance'),
    answers: [
      answer(readReconciliationRun, aRun(run)),
      answer(listReconciliationItems, { items: [reversal] }),
    ],
  });
}

test('shows that the closing balance of a statement is the ledger’s', async () => {
  await openRun({ balances });
  expect(
    await screen.findByText(
      whole(/^Closing balance 281,450\.00, ledger at that moment \(.*\) 281,450\.00\.$/u),
    ),
  ).toBeDefined();
});

test('shows by how much a closing balance differs, and whether the open lines explain it', async () => {
  const short = { ...balances, ledgerCents: 284_450_00 };
  await openRun({ balances: short, openItems: 1, openLessCents: -3_000_00 });
  expect(await screen.findByText(whole(/284,450\.00: they differ by \u22123,000\.00\.$/u))).toBeDefined();
  expect(screen.getByText('The open differences of this statement are the reason.')).toBeDefined();
});

test('a reversal links the payment that it takes back, and books it with the receipt filled in', async () => {
  const page = await openRun({ balances, openItems: 1 });
  expect(await screen.findByText('Reversal of Pay Bill Online UKSYR4HMKK')).toBeDefined();
  await page.press('UKSREV0001');
  const dialog = within(await screen.findByRole('dialog', { name: 'UKSREV0001' }));
  expect(dialog.getByRole('link', { name: 'CVGM6TH9' }).getAttribute('href')).toBe(
    `/admin/transactions/Deposit/${sample.redemptionId}`,
  );
  expect(dialog.queryByRole('button', { name: 'Correct the ledger' })).toBeNull();
  await page.press('M-PESA took it back…');
  page.answer(answer(bookReversal, { outcome: 'done' }));
  await page.type({ Reason: 'In the statement' });
  await page.press('Book reversal');
  expect(await screen.findByText('Reversal booked')).toBeDefined();
  expect(page.sent(bookReversal)).toEqual([
    { transactionId: sample.redemptionId, receipt: 'UKSREV0001', reason: 'In the statement' },
  ]);
});

test('names a loss for what it is if M-PESA has the line', async () => {
  const taken = { ...reversal, receipt: 'UKSTAKEN01', payment: undefined, corrections: ['loss' as const] };
  const page = await openRun({ openItems: 1 });
  page.answer(answer(listReconciliationItems, { items: [taken] }));
  await page.reload();
  await page.press('UKSTAKEN01');
  await page.press('Correct the ledger');
  expect(await screen.findByRole('option', { name: 'Loss: money that does not come back' })).toBeDefined();
  expect(screen.queryByRole('option', { name: /M-PESA does not have it/u })).toBeNull();
});
