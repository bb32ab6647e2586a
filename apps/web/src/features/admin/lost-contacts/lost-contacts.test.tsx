// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { listApprovals, type Approval } from '@zawadi/contract/approvals';
import { adminUserDetail } from '@zawadi/contract/admin-users';
import { sample } from '@zawadi/contract/example-values';
import { replaceLostContacts } from '@zawadi/contract/lost-contacts';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const user = { ...emptyAnswer(adminUserDetail), userId: sample.id, firstName: 'Amina', lastName: 'Wanjiru' };
const HERE = `/admin/users/${sample.id}`;

test('without a name from M-PESA, an explanation replaces the form for a new number', async () => {
  const { registeredName: _, ...unnamed } = user;
  const page = await open(HERE, { as: administrator(), answers: [answer(adminUserDetail, unnamed)] });
  await page.press('Lost phone and email');
  const dialog = within(await screen.findByRole('dialog', { name: 'Amina Wanjiru gets no new number here' }));
  expect(dialog.getByText(/M-PESA has not named the owner/u)).toBeDefined();
  expect(dialog.queryByLabelText('New phone number')).toBeNull();
});

test('while contacts are being replaced, the page shows it once, and mentions no freeze by the owner', async () => {
  const at = '2026-11-28T14:59:28.000Z';
  const frozen = {
    ...user,
    walletFreeze: { since: at, by: 'lost-contacts' as const, opensAt: null },
    lostContacts: { state: 'frozen' as const, phone: '2547****099', startedAt: at, effectiveAt: at },
  };
  const page = { as: administrator(), answers: [answer(adminUserDetail, frozen)] };
  await open(HERE, page);
  expect(await screen.findByText(/The wallet is frozen until/u)).toBeDefined();
  expect(screen.queryByText('Wallet frozen by its owner')).toBeNull();
});

const waiting: Approval = {
  approvalId: sample.id,
  kind: 'lost-contacts',
  subjectKind: 'user',
  subjectId: sample.id,
  summary: 'Give Amina Wanjiru a new number',
  amount: 0,
  reason: 'Knew the gift',
  status: 'Open',
  requestedBy: 'Wanjiku Otieno',
  requestedAt: '2026-11-28T14:59:28.000Z',
  approvalsNeeded: 1,
  rule: { needsTwo: true, because: 'always', from: 10_000, doneAlone: 0 },
  canApprove: false,
};

test('asks for two facts as evidence, and sends the checked evidence', async () => {
  const named = { ...user, registeredName: 'AMINA WANJIRU' };
  const page = await open(HERE, {
    as: administrator(),
    answers: [answer(adminUserDetail, named)],
  });
  page.answerThen(
    answer(replaceLostContacts, { action: { outcome: 'waiting', approvalId: sample.id } }),
    answer(listApprovals, { approvals: [waiting], openCount: 1 }),
  );
  await page.press('Lost phone and email');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Has Amina Wanjiru lost phone and email?' }),
  );
  await page.person.type(dialog.getByLabelText('New phone number'), '0712 000 099');
  await page.person.type(dialog.getByLabelText('M-PESA’s name of that number'), 'AMINA WANJIRU');
  await page.person.click(dialog.getByLabelText('Whom a gift was bought for'));
  await page.person.type(dialog.getByLabelText('What was asked and answered'), 'Knew the gift');
  await page.press('Request new number');
  expect(await dialog.findByText('Please check two facts at least')).toBeDefined();
  await page.person.click(dialog.getByLabelText('A withdrawal: amount and day'));
  await page.press('Request new number');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(await screen.findByText(whole(`${waiting.summary} waits for a second administrator`))).toBeDefined();
  expect(page.sent(replaceLostContacts)).toMatchObject([{ facts: ['gift-recipient', 'withdrawal'] }]);
});
