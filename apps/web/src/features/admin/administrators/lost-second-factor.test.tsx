// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import {
  listAdministrators,
  resetAdministratorTwoFactor,
  type AdministratorAccount,
} from '@zawadi/contract/administrators';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const other: AdministratorAccount = {
  administratorId: sample.redemptionId,
  name: 'Njeri Maina',
  email: 'njeri@example.test',
  staffRole: 'finance',
  status: 'ACTIVE',
  mustChangePassword: false,
  twoFactorEnabled: true,
  hasPasskey: false,
  createdAt: '2026-11-02T07:00:00.000Z',
  isSelf: false,
};
const listOf = (account: AdministratorAccount) =>
  answer(listAdministrators, { ...emptyAnswer(listAdministrators), administrators: [account] });

test('resets the second factor of an administrator who lost the phone, and shows the reset in their history', async () => {
  const page = await open('/admin/settings/administrators', {
    as: administrator(),
    answers: [listOf(other)],
  });
  const row = async () => (await screen.findByText('Njeri Maina', { selector: 'b' })).closest('li');
  expect((await row())?.textContent).toContain('two-factor on');
  await page.press('Manage Njeri Maina');
  await page.press('Reset two-factor');
  const resetting = within(
    await screen.findByRole('dialog', { name: 'Reset the two-factor authentication of Njeri Maina?' }),
  );
  expect(resetting.getByText(/signs in with the password alone/u)).toBeDefined();
  await page.press('Reset two-factor');
  expect(await resetting.findByText('Please give a reason')).toBeDefined();
  await page.type({ Reason: 'Lost the phone; came by in person' });
  const free = { ...other, twoFactorEnabled: false };
  page.answerThen(
    answer(resetAdministratorTwoFactor, { ...free, action: { outcome: 'done' } }),
    listOf(free),
  );
  await page.press('Reset two-factor');
  await waitFor(async () => expect((await row())?.textContent).toContain('two-factor off'));
  expect(page.sent(resetAdministratorTwoFactor)).toEqual([{ reason: 'Lost the phone; came by in person' }]);
  expect(screen.getByRole('link', { name: 'Account history of Njeri Maina' }).getAttribute('href')).toContain(
    `subjectId=${other.administratorId}`,
  );
});
