// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { refusals } from '@zawadi/contract/refusals';
import { allowUssdWithdrawals, ownUssdPin, removeOwnUssdPin } from '@zawadi/contract/ussd-pins';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const UNTIL = '2026-12-02T09:00:00.000Z';
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('the owner lets a new PIN move money, with the password', async () => {
  const waiting = answer(ownUssdPin, { ussdPin: { state: 'set', waitsUntil: UNTIL } });
  const page = await open('/dashboard/profile', { as: consumer(), answers: [waiting] });
  expect(await screen.findByText(/^A new PIN\. It moves no money until /u)).toBeDefined();
  await page.press('Let it move money');
  const asked = await dialog('Let this PIN move money?');
  page.answer(refusal(allowUssdWithdrawals, 'password_wrong'));
  await page.person.type(asked.getByLabelText('Password'), 'wrong-password');
  await page.person.click(asked.getByRole('button', { name: 'Let it move money' }));
  expect(await asked.findByText(refusals.password_wrong.message)).toBeDefined();
  page.answer(answer(allowUssdWithdrawals, { ussdPin: { state: 'set', waitsUntil: null } }));
  await page.person.click(asked.getByRole('button', { name: 'Let it move money' }));
  expect(await screen.findByText('Your PIN can move money now')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Let it move money' })).toBeNull();
});

test('the owner removes a locked PIN', async () => {
  const locked = answer(ownUssdPin, { ussdPin: { state: 'locked', waitsUntil: null } });
  const page = await open('/dashboard/profile', { as: consumer(), answers: [locked] });
  expect(await screen.findByText(/^Locked after three wrong tries\./u)).toBeDefined();
  await page.press('Remove PIN');
  const asked = await dialog('Remove your PIN for dialling?');
  page.answer(answer(removeOwnUssdPin, { ussdPin: null }));
  await page.person.type(asked.getByLabelText('Password'), 'correct horse');
  await page.person.click(asked.getByRole('button', { name: 'Remove PIN' }));
  expect(await screen.findByText('Your PIN for dialling is removed')).toBeDefined();
  expect(page.sent(removeOwnUssdPin)).toEqual([{ password: 'correct horse' }]);
  expect(screen.queryByText('PIN for dialling')).toBeNull();
});
