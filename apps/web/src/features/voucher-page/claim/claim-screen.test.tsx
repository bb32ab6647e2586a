// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { login } from '@zawadi/contract/users';
import { claimVoucher, viewVoucher } from '@zawadi/contract/vouchers';
import { checkClaimCode, claimAsNewPerson, sendClaimCode } from '@zawadi/contract/vouchers-claim';
import { expect, test } from 'vitest';
import { accessToken } from '../../../api/testing/fake-server.ts';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { publicGift } from '../../../testing/money.ts';
import { fieldOf, pages, whole } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const TOKEN = 'a-token-from-a-link';
const CLAIM = `/v/${TOKEN}/claim`;
const gift = answer(viewVoucher, publicGift());

test('explains what to do if the number has an account, belongs to another person, or the gift is gone', async () => {
  const page = await open(CLAIM, {
    answers: [
      gift,
      answer(sendClaimCode, { phone: '07•• ••• 002', nextCodeInSeconds: 60 }),
      refusal(checkClaimCode, 'number_has_account'),
    ],
  });
  await page.person.type(await screen.findByLabelText('6 digits'), '123456');
  expect(await screen.findByText(whole('This number already has a Zawadi account.'))).toBeDefined();
  expect(screen.getByText(whole('Not your account?'))).toBeDefined();
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeDefined();
  await page.press('Not my number');
  expect(await screen.findByText(whole('ask Aisha to write to support'))).toBeDefined();
  expect(page.sent(sendClaimCode)).toHaveLength(1);

  page.answer(answer(viewVoucher, publicGift({ status: 'CLAIMED', balance: 0, hasCode: false })));
  await page.reload();
  expect(await screen.findByRole('heading', { name: 'This gift cannot be added any more' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to the gift' })).toBeDefined();
});

test('code and account are on one page: what is typed before the code is verified stays', async () => {
  const sent = answer(sendClaimCode, { phone: '07•• ••• 002', nextCodeInSeconds: 60 });
  const dorcas = consumer({ firstName: 'Dorcas' });
  const tokens = { accessToken: accessToken(dorcas.claims.sub, 'ROLE_USER'), refreshToken: 'refresh' };
  const added = { voucherId: publicGift().voucherId, amount: 950, walletBalance: 950 };
  const page = await open(CLAIM, {
    answers: [
      gift,
      sent,
      answer(checkClaimCode, { proof: 'a-proof', recipientName: 'Brenda Moraa' }),
      answer(claimAsNewPerson, { ...emptyAnswer(claimAsNewPerson), ...added, ...tokens }),
      answer(dorcas.details.endpoint, dorcas.details.answer),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Your wallet' })).toBeDefined();
  expect(fieldOf('First name').value).toBe('Brenda');
  await page.type({ Password: 'Three-goats-and-a-kite' });
  await page.person.click(screen.getByRole('checkbox'));
  await page.press(/^Add KES\s950 to my wallet$/u);
  expect(await screen.findByText('Please enter all six digits')).toBeDefined();
  expect(page.sent(claimAsNewPerson)).toEqual([]);
  await page.person.type(screen.getByLabelText('6 digits'), '123456');
  expect(await screen.findByText('Your number is verified.')).toBeDefined();
  expect(screen.queryByLabelText('6 digits')).toBeNull();
  expect(fieldOf('Password').value).toBe('Three-goats-and-a-kite');
  await expect.poll(() => document.activeElement).toBe(fieldOf('Password'));
  expect(page.address()).toBe(CLAIM);
  await page.press(/^Add KES\s950 to my wallet$/u);
  expect(await screen.findByRole('heading', { name: 'Karibu, Dorcas' })).toBeDefined();
  expect(page.sent(claimAsNewPerson)).toMatchObject([
    { proof: 'a-proof', firstName: 'Brenda', password: 'Three-goats-and-a-kite' },
  ]);
});

test('S163 a signed-out user signs in during the claim, which adds the gift to the wallet', async () => {
  const dorcas = consumer({ firstName: 'Dorcas' });
  const tokens = { accessToken: accessToken(dorcas.claims.sub, 'ROLE_USER'), refreshToken: 'refresh' };
  const added = { voucherId: publicGift().voucherId, amount: 950, walletBalance: 950 };
  const page = await open(`/v/${TOKEN}`, {
    answers: [
      gift,
      answer(sendClaimCode, { phone: '07•• ••• 002', nextCodeInSeconds: 60 }),
      answer(login, { ...tokens, deviceToken: 'device' }),
      answer(dorcas.details.endpoint, dorcas.details.answer),
      answer(claimVoucher, added),
    ],
  });
  await page.person.click(await screen.findByRole('link', { name: 'Add to wallet' }));
  await page.person.click(await screen.findByRole('link', { name: 'I have an account' }));
  await screen.findByLabelText('Password');
  // Sign in with the verified phone number instead of the email.
  await page.type({ Email: '0711000111', Password: 'a-password' });
  await page.press('Sign In');
  expect(await screen.findByRole('heading', { name: 'Karibu, Dorcas' })).toBeDefined();
  expect(await screen.findByText(whole(/Wallet BalanceKES\s?950/u))).toBeDefined();
  expect(page.sent(claimVoucher)).toEqual([{ claimToken: TOKEN }]);
  page.answer(answer(viewVoucher, publicGift({ status: 'CLAIMED', balance: 0, hasCode: false })));
  await page.reload();
  expect(await screen.findByRole('heading', { name: 'Karibu, Dorcas' })).toBeDefined();
  expect(await screen.findByText(whole(/Wallet BalanceKES\s?950/u))).toBeDefined();
});
