// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import {
  adminSettlementDetail,
  approveSettlement,
  cancelSettlement,
  confirmSettlementOutcome,
  proposeSettlementOutcome,
  type AdminSettlement,
} from '@zawadi/contract/settlements-admin';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { factOf } from '../../../testing/facts.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aSettlement } from './testing/a-settlement.ts';

const { open } = pages();

const HERE = '/admin/settlements/ST-20261120-7KQ2M';
const AT = '2026-11-20T09:00:00.000Z';

const attempt = { attemptId: sample.id, startedAt: AT, destination: 'M-PESA 2547****678' };
const failure = {
  ...attempt,
  status: 'Failed' as const,
  outcome: 'M-PESA had a problem',
  resultCode: '2001',
};

/** Answers with a batch, its attempts and its history. */
function batch(settlement: AdminSettlement, attempts: object[] = [], lastStep = 'Batch made') {
  return answer(adminSettlementDetail, {
    settlement,
    attempts: attempts as [],
    steps: [{ at: AT, text: lastStep, isSetback: lastStep.startsWith('Not paid') }],
  });
}

const openIt = (...answers: ReturnType<typeof batch>[]) =>
  open(HERE, { as: administrator('finance'), answers });
const heading = async () => screen.findByRole('heading', { level: 1, name: 'ST-20261120-7KQ2M' });
const state = () => document.querySelector('.page-head .badge')?.textContent;

test('S330 shows a failed settlement, finds it in the list, and pays it with the next attempt', async () => {
  const byPhone = {
    businessName: 'Duka la Bahati',
    netAmount: 297,
    method: 'b2c',
    payoutChannel: 'M-Pesa',
    destination: 'M-PESA 2547****678',
    needsApproval: false,
  } as const;
  const failed = aSettlement({ ...byPhone, failureReason: 'M-PESA had a problem of its own.' });
  const page = await openIt(batch(failed, [failure], 'Not paid: M-PESA had a problem'));
  await heading();
  expect((await screen.findByText(/^Not paid/u)).closest('li')?.className).toContain('bad');
  const paid = aSettlement({ ...byPhone, status: 'Completed', completedAt: AT });
  page.answerThen(
    answer(approveSettlement, aSettlement({ ...byPhone, status: 'Processing' })),
    batch(paid, [{ ...attempt, attemptId: sample.redemptionId, status: 'Paid', outcome: 'Paid' }, failure]),
  );
  await page.press('Try again');
  expect(await screen.findByRole('dialog', { name: /^Pay KES\s297 to Duka la Bahati\?$/u })).toBeDefined();
  expect(screen.getByText(/^M-PESA pays it to M-PESA 2547\*{4}678 at once/u)).toBeDefined();
  await page.press('Pay now');
  expect(await screen.findByText('Pay-out ordered')).toBeDefined();
  await waitFor(() => expect(state()).toBe('Completed'));
  const tries = within(screen.getByRole('table', { name: /^Pay-out attempts/u }))
    .getAllByRole('row')
    .slice(1);
  expect(tries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Completed$/u),
    expect.stringMatching(/M-PESA had a problem \(2001\).*Failed$/u),
  ]);
  expect(page.sent(approveSettlement)).toHaveLength(1);
});

const underWay = aSettlement({ status: 'Processing', needsApproval: false });
const said = {
  outcome: 'paid',
  reference: 'EQ-2026-0077',
  proposedBy: 'Wairimu Kamau',
  proposedAt: AT,
  canConfirm: true,
} as const;

test('S242 rejects another administrator’s claim about a batch, and cancels the batch', async () => {
  const page = await openIt(batch({ ...underWay, openDecision: said }));
  expect((await screen.findByText(/^Wairimu Kamau says that this batch/u)).textContent).toContain(
    'was paid with reference EQ-2026-0077',
  );
  await page.press('Turn down…');
  expect(await screen.findByRole('dialog', { name: 'Turn down what Wairimu Kamau says?' })).toBeDefined();
  page.answerThen(answer(confirmSettlementOutcome, underWay), batch(underWay));
  await page.press('Turn down');
  expect(page.sent(confirmSettlementOutcome)).toMatchObject([{ isConfirmed: false }]);

  await page.press('Mark…');
  const marking = within(
    await screen.findByRole('dialog', { name: /What became of the KES\s594 for Duka la Makosa\?/u }),
  );
  await page.press('Mark as paid');
  expect(await marking.findByText('Please enter the reference of the payment')).toBeDefined();
  await page.person.click(marking.getByLabelText(/^It was not paid/u));
  await page.type({ Reason: 'Not on the statement' });
  const own = { ...said, outcome: 'not_paid', reason: 'Not on the statement', canConfirm: false } as const;
  page.answerThen(
    answer(proposeSettlementOutcome, underWay),
    batch({ ...underWay, openDecision: { ...own, proposedBy: 'Wanjiku Otieno' } }),
  );
  await page.press('Mark as not paid');
  expect(await screen.findByText('Another administrator must confirm it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm…' })).toBeNull();
  expect(page.sent(proposeSettlementOutcome)).toMatchObject([
    { outcome: 'not_paid', reason: 'Not on the statement' },
  ]);

  page.answer(batch(aSettlement()));
  await page.reload();
  await page.press('Cancel batch');
  expect(
    await screen.findByRole('dialog', { name: /Cancel the batch of KES\s600 for Duka la Makosa\?/u }),
  ).toBeDefined();
  expect(screen.getByText(/KES\s600 go back to what Duka la Makosa is owed/u)).toBeDefined();
  await page.type({ Reason: 'Paid in cash' });
  page.answerThen(
    answer(cancelSettlement, aSettlement({ status: 'Canceled' })),
    batch(aSettlement({ status: 'Canceled' })),
  );
  await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel batch' }));
  await waitFor(() => expect(state()).toBe('Canceled'));
  expect(page.sent(cancelSettlement)).toMatchObject([{ reason: 'Paid in cash' }]);
  expect(
    screen.getByRole('link', { name: 'What administrators did about it' }).getAttribute('href'),
  ).toContain(sample.id);
});

test('shows the reference of a completed batch', async () => {
  await openIt(batch(aSettlement({ status: 'Completed', completedAt: AT, reference: 'EQ-2026-0042' })));
  expect(await factOf(/reference/iu)).toContain('EQ-2026-0042');
});

test('an invalid batch number in the URL shows the format of a valid one', async () => {
  await openIt(refusal(adminSettlementDetail, 'not_found'));
  expect(await screen.findByRole('heading', { name: 'There is no such batch' })).toBeDefined();
  expect(screen.getByText('A batch ID looks like ST-20261120-7KQ2M.')).toBeDefined();
});
