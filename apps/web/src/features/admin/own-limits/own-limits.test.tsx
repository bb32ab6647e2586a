// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { adminUserDetail } from '@zawadi/contract/admin-users';
import { listApprovals } from '@zawadi/contract/approvals';
import { previewAction } from '@zawadi/contract/approvals-preview';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { sample } from '@zawadi/contract/example-values';
import { changeOwnLimits, readOwnLimits } from '@zawadi/contract/own-limits';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { factOf } from '../../../testing/facts.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { anApproval } from '../approvals/testing/an-approval.ts';

const { open } = pages();

const HERE = `/admin/users/${sample.id}`;
const general = { transaction: 250_000, purchasesDaily: 500_000, withdrawalsDaily: 500_000 };
const none: CallAnswer<typeof readOwnLimits> = {
  inForce: general,
  general,
  versions: [],
  latestVersionId: null,
};
const version = {
  versionId: sample.id,
  effectiveFrom: '2026-11-20T09:00:00.000Z',
  changedAt: '2026-11-20T09:00:00.000Z',
  changedBy: 'Wairimu Kamau',
  reason: 'Alert 12',
  state: 'current' as const,
  limits: { withdrawalsDaily: 5_000 },
  until: '2027-06-30',
};
const limited: CallAnswer<typeof readOwnLimits> = {
  current: version,
  inForce: { ...general, withdrawalsDaily: 5_000 },
  general,
  versions: [version],
  latestVersionId: sample.id,
};
const person = answer(adminUserDetail, { ...emptyAnswer(adminUserDetail), userId: sample.id });
const rule = answerBy(previewAction, ({ body: { action } }) => {
  const needsTwo = action.kind === 'own-limits' && Object.keys(action.limits).length === 0;
  return {
    rule: {
      needsTwo,
      because: needsTwo ? ('always' as const) : ('never' as const),
      from: 10_000,
      doneAlone: 0,
    },
  };
});

const changes = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('an administrator lowers a limit of one person at once, and asks another one to remove it', async () => {
  const page = await open(HERE, {
    as: administrator(),
    answers: [person, answer(readOwnLimits, none), rule],
  });
  await screen.findByText('Withdrawals a day');
  expect(await factOf('Withdrawals a day')).toMatch(/^KES\s500,000/u);
  await page.press('Change limits');
  await page.type({ 'Withdrawals a day': 'few' });
  await page.press('Review change');
  expect(await screen.findByText('Please enter whole shillings')).toBeDefined();
  await page.type({ 'Withdrawals a day': '5,000' });
  await page.press('Review change');
  const lower = within(await screen.findByRole('dialog', { name: 'Change the limits of this person?' }));
  expect(changes()).toEqual([expect.stringMatching(/^Withdrawals a day—KES\s5,000$/u)]);
  expect(await lower.findByText(/^You can decide this alone\./u)).toBeDefined();
  await page.type({ Reason: 'Alert 12' });
  page.answerThen(
    answer(changeOwnLimits, { ...limited, action: { outcome: 'done' } }),
    answer(readOwnLimits, limited),
  );
  await page.person.click(lower.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Own limits end after 30 Jun 2027.')).toBeDefined();
  expect(await factOf('Withdrawals a day')).toMatch(/^KES\s5,000 own limit$/u);
  const history = screen.getByText('Changes of own limits').closest('section');
  expect(history?.textContent).toMatch(/Wairimu Kamau.*Alert 12/u);

  await page.press('Change limits');
  await page.type({ 'Withdrawals a day': '' });
  await page.press('Review change');
  const removed = within(await screen.findByRole('dialog', { name: 'Change the limits of this person?' }));
  expect(changes()).toEqual([
    expect.stringMatching(/^Withdrawals a dayKES\s5,000—$/u),
    'Last day2027-06-30—',
  ]);
  expect(await removed.findByText('This needs a second administrator.')).toBeDefined();
  await page.type({ Reason: 'Cleared' });
  const waiting = anApproval({ kind: 'own-limits', amount: 0, summary: 'Change own limits: none' });
  page.answerThen(
    answer(changeOwnLimits, { ...limited, action: { outcome: 'waiting', approvalId: sample.id } }),
    answer(listApprovals, { approvals: [waiting], openCount: 1 }),
  );
  await page.person.click(await removed.findByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(await screen.findByText(/waits for a second administrator/u)).toBeDefined();
  expect(page.sent(changeOwnLimits)).toEqual([
    { limits: { withdrawalsDaily: 5_000 }, reason: 'Alert 12', basedOn: null },
    { limits: {}, reason: 'Cleared', basedOn: sample.id },
  ]);
});
