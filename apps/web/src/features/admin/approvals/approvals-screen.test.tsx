// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { approveRequest, listApprovals, rejectRequest, type Approval } from '@zawadi/contract/approvals';
import { readApproval, type ActionPreview } from '@zawadi/contract/approvals-preview';
import { expect, test } from 'vitest';
import { answer, held, refusal } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { anApproval } from './testing/an-approval.ts';
import { USUAL_RULES } from '../fraud/testing/usual-rules.ts';

const { open } = pages();

const weaker = {
  ...USUAL_RULES,
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 9, high: 10 },
};

const approval = anApproval({
  kind: 'fraud-rules',
  subjectKind: 'setting',
  subjectId: 'fraud-rules',
  summary: 'Change the fraud rules: Many vouchers of one phone',
  amount: 0,
  way: 'in place of what was in force when it was asked for',
  reason: 'Too many alerts in December',
  rule: { needsTwo: true, because: 'always', from: 10_000, doneAlone: 0 },
});

/** Opens the only request in the list. */
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

test('shows the approver of fraud rules only the changed rules, with their labels', async () => {
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

test('omits the payment method of a request if it equals the title', async () => {
  const { way: _, ...untold } = approval;
  const dialog = await openRequest({
    ...untold,
    kind: 'administrator-add',
    summary: 'Let in Achieng as support',
  });
  expect(await dialog.findByText('New administrator')).toBeDefined();
  expect(dialog.queryByText('How')).toBeNull();
  expect(dialog.getAllByText('Let in Achieng as support')).toHaveLength(1);
});

test('S327 refuses to approve a refund whose gift changed since the request, and says what changed', async () => {
  const refund = anApproval({
    summary: 'Refund KES 14,200 of Baraka Ochieng’s voucher',
    amount: 14_200,
    way: 'to the wallet of the buyer',
  });
  const page = await open('/admin/transactions/approvals?status=Open', {
    as: administrator(),
    answers: [
      answer(listApprovals, { approvals: [refund], openCount: 1 }),
      answer(readApproval, {
        approval: refund,
        isOutdated: true,
        preview: { amountCents: 1_600_000, way: 'by M-PESA, to the number that paid', balances: [] },
      }),
    ],
  });
  await page.press(refund.summary);
  const dialog = within(await screen.findByRole('dialog', { name: refund.summary }));
  expect(
    await dialog.findByText(
      /^This has changed since it was asked for: KES\s14,200 to the wallet of the buyer\. It cannot be approved any more/u,
    ),
  ).toBeDefined();
  await page.press('Approve…');
  const now = 'Now it would be: KES 16,000 by M-PESA, to the number that paid.';
  const outdated = { ...refund, status: 'Outdated' as const, canApprove: false };
  page.answerThen(
    refusal(approveRequest, 'approval_outdated', { customerMessage: now }),
    answer(listApprovals, { approvals: [outdated], openCount: 0 }),
  );
  await page.press('Approve');
  expect(await screen.findByText(whole(now))).toBeDefined();
  expect(page.sent(approveRequest)).toEqual([{ approvalId: refund.approvalId }]);
  await page.press('Cancel');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: refund.summary }).closest('tr')?.textContent).toContain(
      'Outdated',
    ),
  );
});

test('enables the approve button only after the dialog shows the effect', async () => {
  const one = anApproval({});
  const planned = held(answer(readApproval, { approval: one, isOutdated: false }));
  const page = await open('/admin/transactions/approvals?status=Open', {
    as: administrator(),
    answers: [
      answer(listApprovals, { approvals: [one], openCount: 1 }),
      planned,
      answer(approveRequest, { ...one, status: 'Approved', canApprove: false }),
    ],
  });
  await page.press(one.summary);
  await page.press('Approve…');
  const dialog = within(await screen.findByRole('dialog', { name: /^Approve/u }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Approve' });
  expect(button.disabled).toBe(true);
  planned.release();
  await waitFor(() => expect(button.disabled).toBe(false));
  await page.press('Approve');
  expect(await screen.findByText('It is carried out.')).toBeDefined();
  expect(page.sent(approveRequest)).toEqual([{ approvalId: one.approvalId }]);
});

test('shows the requester who may approve a request, and lets the requester withdraw it', async () => {
  const own = anApproval({ canApprove: false, obstacle: 'own' });
  const page = await open('/admin/transactions/approvals', {
    as: administrator(),
    answers: [answer(listApprovals, { approvals: [own], openCount: 1 })],
  });
  await page.press(own.summary);
  const dialog = within(await screen.findByRole('dialog', { name: own.summary }));
  expect(dialog.getByText(/^You asked for this\. An administrator whom you did not add/u)).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Approve…' })).toBeNull();
  await page.press('Take back…');
  await page.type({ Reason: 'Asked for by mistake' });
  await page.press('Take back');
  expect(await screen.findByText('Nothing has changed.')).toBeDefined();
  expect(page.sent(rejectRequest)).toMatchObject([{ reason: 'Asked for by mistake' }]);
});
