// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { updatePayoutChannel } from '@zawadi/contract/merchants-settings';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { SETTINGS, settingsAnswer, settingsOf } from './testing/settings-answers.ts';

const { open } = pages();

const toPhone = {
  channel: { kind: 'mpesa', msisdn: '254712000001' },
  shownAs: 'M-Pesa',
  effectiveAt: '2026-11-20T09:00:00.000Z',
} as const;
const toBank = {
  channel: { kind: 'bank', bankName: 'Equity Bank', accountNumber: '0110123456' },
  shownAs: 'Bank Transfer',
  effectiveAt: '2026-11-21T09:00:00.000Z',
} as const;

test('S131 the first pay-out channel takes effect at once, the next one after a day', async () => {
  const page = await open(SETTINGS, {
    as: shopPerson(),
    answers: [settingsAnswer(), refusal(updatePayoutChannel, 'password_wrong')],
  });
  expect(await screen.findByText(/^We cannot pay you yet/u)).toBeDefined();
  await page.press('Set channel');
  const first = within(await screen.findByRole('dialog', { name: 'Set the pay-out channel' }));
  await page.person.type(first.getByLabelText('M-PESA number'), '0712 000 001');
  await page.person.type(first.getByLabelText('Your password'), 'a-password');
  await page.press('Save channel');
  expect(await first.findByText('That is not your current password. Please try again.')).toBeDefined();
  page.answer(
    answer(updatePayoutChannel, settingsOf({ payoutChannel: toPhone })),
    settingsAnswer({ payoutChannel: toPhone }),
  );
  await page.press('Save channel');
  expect(await screen.findByText('M-PESA 0712 000 001')).toBeDefined();
  expect(page.sent(updatePayoutChannel).at(-1)).toEqual({
    password: 'a-password',
    channel: { kind: 'mpesa', msisdn: '254712000001' },
  });

  await page.press('Change channel');
  const next = within(await screen.findByRole('dialog', { name: 'Change the pay-out channel?' }));
  expect(next.getByText('it takes effect after 24 hours', { exact: false })).toBeDefined();
  await page.person.selectOptions(next.getByLabelText('Paid to'), 'Bank account');
  await page.person.click(next.getByRole('button', { name: 'Change channel' }));
  expect(await next.findByText('Please choose a bank')).toBeDefined();
  const both = { payoutChannel: toPhone, nextPayoutChannel: toBank };
  page.answer(answer(updatePayoutChannel, settingsOf(both)), settingsAnswer(both));
  await page.person.selectOptions(next.getByLabelText('Bank'), 'Equity Bank');
  await page.person.type(next.getByLabelText('Account number'), '0110123456');
  await page.person.type(next.getByLabelText('Your password'), 'a-password');
  await page.person.click(next.getByRole('button', { name: 'Change channel' }));
  expect(await screen.findByText('Equity Bank, account 0110123456')).toBeDefined();
  expect(screen.getByText('M-PESA 0712 000 001')).toBeDefined();
});

test('says that Zawadi first checks a waiting channel or held pay-outs', async () => {
  const nextPayoutChannel = { ...toPhone, effectiveAt: null };
  await open(SETTINGS, { as: shopPerson(), answers: [settingsAnswer({ nextPayoutChannel })] });
  expect(await screen.findByText(/waits until Zawadi has checked it, because your contact/u)).toBeDefined();
  expect(screen.getByText(/Until then your money stays with us/u)).toBeDefined();
  expect(screen.queryByText(/^We cannot pay you yet/u)).toBeNull();
  const next = { ...toBank, effectiveAt: null };
  await open(SETTINGS, {
    as: shopPerson(),
    answers: [settingsAnswer({ payoutChannel: toPhone, nextPayoutChannel: next })],
  });
  expect(await screen.findByText(/Until then we pay to your old channel/u)).toBeDefined();
  await open(SETTINGS, {
    as: shopPerson(),
    answers: [settingsAnswer({ payoutChannel: toPhone, areSettlementsHeld: true })],
  });
  expect(await screen.findByText(/^We pay nothing out until we have checked/u)).toBeDefined();
});
