// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { listApprovals, type Approval } from '@zawadi/contract/approvals';
import { readApproval, type ActionPreview } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { USUAL_RULES } from '../fraud-rules/testing/usual-rules.ts';

const { open } = pages();

const weaker = {
  ...USUAL_RULES,
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 9, high: 10 },
};

const approval: Approval = {
  approvalId: sample.id,
  kind: 'fraud-rules',
  subjectKind: 'setting',
  subjectId: 'fraud-rules',
  summary: 'Change the fraud rules: Many vouchers of one phone',
  amount: 0,
  way: 'in place of what was in force when it was asked for',
  reason: 'Too many alerts in December',
  status: 'Open',
  requestedBy: 'Wairimu Kamau',
  requestedAt: '2026-11-28T14:26:41.000Z',
  approvalsNeeded: 1,
  rule: { needsTwo: true, because: 'always', from: 10_000, doneAlone: 0 },
  canApprove: true,
};

/** Opens the one request on the list. */
async function openRequest(one: Approval, preview?: ActionPreview) {
  const page = await open('/admin/transactions/approvals?status=Open', {
    as: administrator(),
    answers: [
      answer(listApprovals, { approvals: [one], openCount: 1 }),
      answer(readApproval, { approval: one, isOutdated: false, ...(preview && { preview }) }),
    ],
  });
  await page.press(one.summary);
  return within(await screen.findByRole('dialog', { name: one.summary }));
}

test('who approves fraud rules reads what changes by the names of the rules, and no more than that', async () => {
  const dialog = await openRequest(approval, {
    amountCents: 0,
    way: approval.way ?? '',
    balances: [],
    change: { before: USUAL_RULES, after: weaker },
  });
  const changed = within(await dialog.findByRole('table', { name: 'What changed' }));
  expect(changed.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'FieldBeforeAfter',
    'Many vouchers of one phone: vouchers59',
  ]);
  expect(dialog.queryByText('How')).toBeNull();
});

test('a request that says all in its title does not repeat it as its way', async () => {
  const { way: _, ...untold } = approval;
  const dialog = await openRequest({ ...untold, kind: 'staff-add', summary: 'Let in Achieng as support' });
  expect(await dialog.findByText('New colleague')).toBeDefined();
  expect(dialog.queryByText('How')).toBeNull();
  expect(dialog.getAllByText('Let in Achieng as support')).toHaveLength(1);
});
