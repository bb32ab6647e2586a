// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { signup } from '@zawadi/contract/users-sign-up';
import { expect, test, vi } from 'vitest';
import { badGateway, lost } from '../../testing/contract-answers.ts';
import { fieldOf, pages } from '../../testing/open-page.tsx';
import { stopToasts } from '../../testing/toasts.ts';

const { open } = pages();

const PERSON = {
  'First name': 'Njoki',
  'Last name': 'Waweru',
  Email: 'njoki.waweru@example.test',
  'Phone number': '0711 000 222',
  Password: 'Zawadi-demo-1',
  'Confirm password': 'Zawadi-demo-1',
};
const AT_LOGIN = '/login?notice=verify-email';

async function fillIn(options?: Parameters<typeof open>[1]) {
  const page = await open('/register', options);
  await page.type(PERSON);
  await page.person.click(screen.getByLabelText(/I agree to the/u));
  return page;
}

test('S28 shows at each field of the sign-up what is wrong with it', async () => {
  const page = await open('/register');
  await page.type({ ...PERSON, 'Phone number': '0712 34', Password: 'short', 'Confirm password': 'other' });
  await page.press('Create Account');
  for (const sentence of [
    /Please enter a valid phone number/u,
    'Password must be at least 8 characters',
    "Passwords don't match",
    'Please agree to the terms and conditions',
  ])
    expect(await screen.findByText(sentence)).toBeDefined();
  expect(fieldOf('First name').value).toBe('Njoki');
  expect(page.sent(signup)).toEqual([]);
});

test('an empty sign-up shows a sentence at each field', async () => {
  const page = await open('/register');
  await page.press('Create Account');
  await screen.findByText('Please type the password again');
  for (const label of Object.keys(PERSON)) {
    const field = fieldOf(label);
    expect(field.getAttribute('aria-invalid'), label).toBe('true');
  }
});

test('S29 a new account shows a dialog and a toast; the sign-in opens after 2.5 seconds, or at once on Continue', async () => {
  stopToasts();
  for (const goOn of [waitTwoSecondsAndAHalf, pressContinue]) {
    const page = await fillIn();
    await page.press('Create Account');
    expect(await screen.findByRole('dialog', { name: 'Account Created!' })).toBeDefined();
    expect(screen.getByText('Account created successfully!')).toBeDefined();
    expect(page.sent(signup)).toMatchObject([{ firstName: 'Njoki', email: PERSON.Email, language: 'en' }]);
    await goOn(page);
    await expect.poll(page.address).toBe(AT_LOGIN);
    expect(await screen.findByText(/We have sent a verification link to your email/u)).toBeDefined();
  }
});

async function waitTwoSecondsAndAHalf({ address }: Awaited<ReturnType<typeof open>>): Promise<void> {
  act(() => void vi.advanceTimersByTime(1_500));
  expect(address()).toBe('/register');
  act(() => void vi.advanceTimersByTime(1_000));
}

async function pressContinue({ press }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await press('Continue to Dashboard');
}

test('S492 reports a failed registration, keeps the typed values, and succeeds at the next attempt', async () => {
  const page = await fillIn({ answers: [badGateway(signup)] });
  await page.press('Create Account');
  expect(await screen.findByText('Failed to create account. Please try again.')).toBeDefined();
  page.answer(lost(signup));
  await page.press('Create Account');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();
  expect(screen.getByText('Please check your details and try again.')).toBeDefined();
  expect(fieldOf('Email').value).toBe(PERSON.Email);
  expect(page.sent(signup)).toHaveLength(2);
});

test('S178 keeps the typed values of the sign-up when the language changes, and reports problems in Swahili', async () => {
  const page = await open('/register');
  await page.type({ 'First name': 'Amina' });
  await page.person.click(screen.getByRole('checkbox'));
  await page.press('Kiswahili');
  expect((await screen.findByLabelText<HTMLInputElement>('Jina la kwanza')).value).toBe('Amina');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  await page.person.click(screen.getByRole('checkbox'));
  await page.type({ 'Namba ya simu': '12' });
  await page.press('Fungua Akaunti');
  for (const sentence of [
    'Tafadhali andika namba sahihi ya simu, kama 254712345678',
    'Nenosiri lazima liwe na angalau herufi 8',
    'Tafadhali kubali vigezo na masharti',
  ])
    expect(await screen.findByText(sentence)).toBeDefined();
});
