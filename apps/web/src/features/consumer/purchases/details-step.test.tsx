// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { purchaseDetails, recipients } from '@zawadi/contract/purchases';
import { refresh } from '@zawadi/contract/sessions';
import { login } from '@zawadi/contract/users';
import { expect, test } from 'vitest';
import { accessToken } from '../../../api/testing/fake-server.ts';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { purchase, settings } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

type Page = Awaited<ReturnType<typeof open>>;

const NEXT = 'Continue to M-PESA';
const REGISTERED = '/dashboard/buy-gifts?requestId=' + purchase().requestId + '&step=2';
const GIFT = {
  Amount: '700',
  'Recipient’s full name': 'Baraka Mwita',
  'Recipient’s phone': '0722000222',
  'Recipient’s email': 'baraka.mwita@example.test',
};
const registered = [
  answer(registerTransaction, { ...emptyAnswer(registerTransaction), requestId: purchase().requestId }),
  answer(purchaseDetails, purchase()),
];

async function openForm(...answers: Parameters<Page['answer']>): Promise<Page> {
  const page = await open('/dashboard/buy-gifts', { as: consumer(), answers: [settings, ...answers] });
  await screen.findByLabelText('Amount');
  return page;
}

test('the ticket names the sender in full, as the recipient will see it', async () => {
  await openForm();
  expect(screen.getByRole('article', { name: /^Voucher for/u }).textContent).toContain('from Amina Hassan');
});

test('S449 shows missing and invalid values of a gift at their fields, and keeps all typed values', async () => {
  const page = await openForm();
  await page.press(NEXT);
  await expect.poll(() => screen.queryAllByText('Please fill in all required fields')).toHaveLength(4);
  await expect.poll(() => document.activeElement).toBe(fieldOf('Amount'));
  await page.person.type(fieldOf('Amount'), '12500');
  expect(fieldOf('Amount').value).toBe('12,500');
  await page.type({ Amount: '10000/=' });
  expect(screen.getAllByText(/KES\s9,500/u)).not.toEqual([]);

  await page.type({ ...GIFT, Amount: '0', Message: 'Pole pole' });
  await page.press(NEXT);
  expect(await screen.findByText('Please enter a valid amount')).toBeDefined();
  await page.type({ Amount: '900', 'Recipient’s phone': '12345' });
  await page.press(NEXT);
  expect(await screen.findByText(/Please enter a valid phone number/u)).toBeDefined();
  expect(page.sent(registerTransaction)).toEqual([]);
  await page.reload();
  await screen.findByLabelText('Amount');
  expect(fieldOf('Message').value).toBe('Pole pole');
  expect(fieldOf('Amount').value).toBe('900');
});

test('S365 Back keeps the typed values, and continuing does not register the gift again', async () => {
  const page = await openForm(...registered);
  await page.type({ ...GIFT, Message: 'Hongera!' });
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.address()).toBe(REGISTERED);
  await page.press('Back');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('700');
  expect(fieldOf('Message').value).toBe('Hongera!');
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.address()).toBe(REGISTERED);
  expect(page.sent(registerTransaction)).toHaveLength(1);
});

test('S367 without a registered transaction, step 2 returns to step 1 and explains why', async () => {
  const page = await open('/dashboard/buy-gifts?step=2', { as: consumer(), answers: [settings] });
  expect(await screen.findByText('No transaction registered. Please complete step 1 first.')).toBeDefined();
  expect(await screen.findByLabelText('Amount')).toBeDefined();
  expect(page.address()).toBe('/dashboard/buy-gifts');
});

test("registers a gift to a person without an email, with the buyer's copy", async () => {
  const page = await openForm(...registered);
  await page.type(GIFT);
  await page.person.click(screen.getByLabelText('She has no email: send the copy to me'));
  expect(fieldOf('Your email').value).toBe('amina.hassan@example.test');
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.sent(registerTransaction)).toMatchObject([
    { copyToBuyer: true, recipientEmail: 'amina.hassan@example.test', recipientMsisdn: '254722000222' },
  ]);
});

test('the buyer chooses the language of the messages', async () => {
  const page = await openForm(...registered);
  await page.type(GIFT);
  const choice = () => screen.getByLabelText<HTMLSelectElement>('Language of the SMS and email');
  expect([...choice().options].map(({ text }) => text)).toEqual(['Same as mine', 'English', 'Kiswahili']);
  await page.person.selectOptions(choice(), 'Kiswahili');
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  await page.press('Back');
  await screen.findByLabelText('Amount');
  await page.person.selectOptions(choice(), 'Same as mine');
  await page.press(NEXT);
  await expect.poll(() => page.sent(registerTransaction)).toHaveLength(2);
  expect(page.sent(registerTransaction).map((body) => 'language' in body && body.language)).toEqual([
    'sw',
    false,
  ]);
});

const earlier = answer(recipients, {
  recipients: [
    {
      fullName: 'Gatimu Njoroge',
      msisdn: '254733000333',
      email: 'gatimu@example.test',
      lastUsedAt: '2026-11-01T09:00:00.000Z',
    },
  ],
});

test('S155 a typed name filters earlier recipients, and a new name can be typed', async () => {
  const page = await openForm(earlier);
  const name = 'Recipient’s full name';
  await page.type({ [name]: 'gati' });
  expect(await screen.findByRole('button', { name: /Gatimu Njoroge/u })).toBeDefined();
  await page.type({ [name]: 'Hadija' });
  expect(screen.queryByRole('group', { name: 'Give again to' })).toBeNull();
  await page.type({ [name]: 'gati' });
  await page.press(/Gatimu Njoroge/u);
  expect(fieldOf('Recipient’s phone').value).toBe('254733000333');
  expect(fieldOf('Recipient’s email').value).toBe('gatimu@example.test');
});

test('S452 informs a user whose session ended, and restores the typed values after the sign-in', async () => {
  const page = await openForm(
    refusal(registerTransaction, 'unauthenticated'),
    refusal(refresh, 'unauthenticated'),
  );
  await page.type(GIFT);
  await page.press(NEXT);
  expect(await screen.findByText('You must be logged in to make a payment')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(page.address()).toBe('/login?from=/dashboard/buy-gifts');
  const amina = consumer();
  const tokens = { accessToken: accessToken(amina.claims.sub, 'ROLE_USER'), refreshToken: 'refresh' };
  page.answer(answer(login, { ...tokens, deviceToken: 'device' }));
  await page.type({ Email: 'amina.hassan@example.test', Password: 'a-password' });
  await page.press('Sign In');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('700');
});

test('S464 lists no empty choice', async () => {
  const page = await openForm();
  await page.person.click(screen.getByLabelText('On a chosen day'));
  const values = [...document.querySelectorAll('option')].map(({ value }) => value);
  expect(values).not.toEqual([]);
  expect(values).not.toContain('');
});
