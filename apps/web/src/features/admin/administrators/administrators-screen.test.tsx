// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import {
  addAdministrator,
  listAdministrators,
  resetAdministratorPassword,
  updateAdministrator,
  type AdministratorAccount,
} from '@zawadi/contract/administrators';
import { sample } from '@zawadi/contract/example-values';
import { readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = '/admin/settings/administrators';

const account: AdministratorAccount = {
  administratorId: sample.id,
  name: 'Wanjiku Otieno',
  email: 'wanjiku@zawadi.test',
  staffRole: 'administrator',
  status: 'ACTIVE',
  mustChangePassword: false,
  twoFactorEnabled: true,
  hasPasskey: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  isSelf: true,
};
const otieno: AdministratorAccount = {
  ...account,
  administratorId: sample.redemptionId,
  name: 'Otieno Were',
  email: 'otieno@example.test',
  staffRole: 'support',
  mustChangePassword: true,
  twoFactorEnabled: false,
  isSelf: false,
};
const listOf = (...others: AdministratorAccount[]) =>
  answer(listAdministrators, { administrators: [account, ...others], isTwoFactorRequired: false });
const action = { outcome: 'done' } as const;

const rowOf = async (email: string) => {
  const row = (await screen.findByText(email, { selector: '.administrator-email' })).closest('li');
  if (row === null) throw new Error(`no row has ${email}`);
  return within(row);
};

test('S240 adds, disables and resets administrators, but never oneself', async () => {
  const page = await open(HERE, {
    as: administrator(),
    answers: [listOf(), refusal(addAdministrator, 'administrator_known')],
  });
  expect((await rowOf(account.email)).getByText('(you)')).toBeDefined();
  expect((await rowOf(account.email)).queryByRole('button')).toBeNull();
  await page.press('Add administrator');
  const add = within(await screen.findByRole('dialog', { name: 'Add administrator' }));
  await page.type({ Name: otieno.name, Email: account.email });
  await page.person.click(add.getByRole('button', { name: 'Add administrator' }));
  expect(await add.findByText('This address already belongs to an administrator.')).toBeDefined();
  expect(fieldOf('Name').value).toBe(otieno.name);
  page.answerThen(answer(addAdministrator, { ...otieno, action }), listOf(otieno));
  await page.type({ Email: otieno.email });
  await page.person.click(add.getByRole('button', { name: 'Add administrator' }));
  expect(await screen.findByText(`Temporary password sent by email to ${otieno.email}.`)).toBeDefined();
  expect((await rowOf(otieno.email)).getByText('has a temporary password')).toBeDefined();

  const ask = async (verb: string, question: string) => {
    await page.press(`Manage ${otieno.name}`);
    await page.press(verb);
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await page.person.type(dialog.getByLabelText('Reason'), 'They asked on the phone');
    await page.person.click(dialog.getByRole('button', { name: verb }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
  };
  await ask('Reset password', 'Reset the password of Otieno Were?');
  expect(await screen.findByText('Temporary password sent by email')).toBeDefined();
  const disabled = { ...otieno, status: 'DISABLED' } as const;
  page.answerThen(answer(updateAdministrator, { ...disabled, action }), listOf(disabled));
  await ask('Disable account', 'Disable the account of Otieno Were?');
  expect(await (await rowOf(otieno.email)).findByText('Inactive')).toBeDefined();
  const reason = 'They asked on the phone';
  expect(page.sent(resetAdministratorPassword)).toEqual([{ reason }]);
  expect(page.sent(updateAdministrator)).toEqual([{ status: 'DISABLED', reason }]);
});

test('changes a role only with a reason', async () => {
  const page = await open(HERE, { as: administrator(), answers: [listOf(otieno)] });
  await page.press(`Manage ${otieno.name}`);
  const account = within(await screen.findByRole('dialog', { name: 'Account of Otieno Were' }));
  await page.person.selectOptions(account.getByLabelText('Role'), 'read-only');
  await page.person.click(account.getByRole('button', { name: 'Save Changes' }));
  expect(await account.findByText('Please give a reason')).toBeDefined();
  expect(page.sent(updateAdministrator)).toEqual([]);
  const changed = { ...otieno, staffRole: 'read-only' } as const;
  page.answerThen(answer(updateAdministrator, { ...changed, action }), listOf(changed));
  await page.person.type(account.getByLabelText('Reason'), 'Shift plan');
  await page.person.click(account.getByRole('button', { name: 'Save Changes' }));
  expect(await (await rowOf(otieno.email)).findByText('Read-only')).toBeDefined();
  expect(page.sent(updateAdministrator)).toMatchObject([{ staffRole: 'read-only', reason: 'Shift plan' }]);
});

test('S243 a read-only administrator sees every screen, and can change nothing on screens or through the API', async () => {
  const fees = answer(readFeesAndLimits, emptyAnswer(readFeesAndLimits));
  for (const [role, isThere] of [
    ['read-only', false],
    ['administrator', true],
  ] as const)
    for (const [address, content, buttons] of [
      [HERE, otieno.email, /Add administrator|Manage/u],
      ['/admin/reconciliation/statements', 'Statements', /Upload|Pull/u],
      ['/admin/settings/fees-and-limits', 'Withdrawal fee', /^Change$/u],
    ] as const) {
      await open(address, { as: administrator(role), answers: [listOf(otieno), fees] });
      expect((await screen.findAllByText(content)).length, address).toBeGreaterThan(0);
      expect(screen.queryAllByRole('button', { name: buttons }).length > 0, `${role}: ${address}`).toBe(
        isThere,
      );
    }
});
