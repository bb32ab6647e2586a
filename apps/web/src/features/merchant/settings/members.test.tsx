// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import {
  addMember,
  listMembers,
  resetMemberPassword,
  updateMember,
  type MemberAccount,
} from '@zawadi/contract/merchants-members';
import { expect, test } from 'vitest';
import { answer, refusal, type Answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { SETTINGS, settingsAnswer } from './testing/settings-answers.ts';

const { open } = pages();

const achieng: MemberAccount = {
  staffId: sample.id,
  signInCode: 'DUKA001.ACHIENG',
  name: 'Achieng Otieno',
  email: 'achieng@example.test',
  staffRole: 'cashier',
  placeId: null,
  status: 'ACTIVE',
  mustChangePassword: false,
  twoFactorEnabled: false,
  lastLogin: null,
  createdAt: '2026-11-20T09:00:00.000Z',
};
const membersOf = (...staff: MemberAccount[]) => answer(listMembers, { staff });

test('the owner adds a staff member, and edits, resets and disables one after a confirmation', async () => {
  const page = await open(SETTINGS, {
    as: shopPerson(),
    answers: [settingsAnswer(), membersOf(), refusal(addMember, 'handle_taken')],
  });
  await page.press('Add staff');
  const add = within(await screen.findByRole('dialog', { name: 'Add staff' }));
  await page.person.type(add.getByLabelText('Name'), 'Achieng Otieno');
  await page.person.type(add.getByLabelText(/^Sign-in name/u), 'achieng');
  await page.person.type(add.getByLabelText(/^Email/u), 'achieng@example.test');
  await page.person.click(add.getByRole('button', { name: 'Add staff' }));
  expect(await add.findByText('One of your staff already has this sign-in name.')).toBeDefined();
  page.answer(answer(addMember, achieng), membersOf(achieng));
  await page.person.click(add.getByRole('button', { name: 'Add staff' }));
  expect(await screen.findByText('Staff account added')).toBeDefined();
  expect(page.sent(addMember).at(-1)).toMatchObject({ name: 'Achieng Otieno', staffRole: 'cashier' });

  await page.press('Manage Achieng Otieno');
  const account = within(await screen.findByRole('dialog', { name: 'Account of Achieng Otieno' }));
  const manager = { ...achieng, staffRole: 'manager' as const };
  page.answer(answer(updateMember, manager), membersOf(manager));
  await page.person.selectOptions(account.getByLabelText('Role'), 'manager');
  await page.press('Save Changes');
  expect(await screen.findByText(/^Manager ·/u)).toBeDefined();

  const choose = async (action: string, question: string, ...answers: Answer[]) => {
    await page.press('Manage Achieng Otieno');
    await page.press(action);
    page.answer(...answers);
    const asked = within(await screen.findByRole('dialog', { name: question }));
    await page.person.click(asked.getByRole('button', { name: action }));
  };
  await choose(
    'Reset password',
    'Reset the password of Achieng Otieno?',
    answer(resetMemberPassword, manager),
  );
  expect(await screen.findByText('Temporary password sent by email')).toBeDefined();
  expect(page.asked(resetMemberPassword)).toHaveLength(1);
  const disabled = { ...manager, status: 'DISABLED' as const };
  await choose(
    'Disable account',
    'Disable the account of Achieng Otieno?',
    answer(updateMember, disabled),
    membersOf(disabled),
  );
  expect(await screen.findByText('Inactive')).toBeDefined();
  expect(page.sent(updateMember).at(-1)).toMatchObject({ status: 'DISABLED' });
});
