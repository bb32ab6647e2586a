// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { adminUserDetail } from '@zawadi/contract/admin-users';
import { sample } from '@zawadi/contract/example-values';
import { resetUssdPin } from '@zawadi/contract/ussd-pins';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const user = { ...emptyAnswer(adminUserDetail), userId: sample.id, firstName: 'Amina', lastName: 'Wanjiru' };
const HERE = `/admin/users/${sample.id}`;

test('a locked PIN is reset with a reason, by two administrators', async () => {
  const locked = { ...user, ussdPin: 'locked' as const };
  const page = await open(HERE, { as: administrator(), answers: [answer(adminUserDetail, locked)] });
  page.answerThen(answer(resetUssdPin, { action: { outcome: 'waiting', approvalId: sample.id } }));
  await page.press('Reset locked PIN');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the USSD PIN of Amina Wanjiru?' }));
  expect(dialog.getByText(/Three wrong tries have locked the PIN/u)).toBeDefined();
  await page.person.type(dialog.getByLabelText(/^Reason/u), 'Called from the number on file');
  await page.press('Request reset');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(resetUssdPin)).toEqual([{ reason: 'Called from the number on file' }]);
});

test('without a PIN there is nothing to reset', async () => {
  await open(HERE, { as: administrator(), answers: [answer(adminUserDetail, user)] });
  expect(await screen.findByRole('button', { name: 'Lost phone and email' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /PIN/u })).toBeNull();
});
