import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import type { Person } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { sendPrompt, registerGift } from './helpers/gifts.ts';
import { enterPin, pickUp } from './helpers/phone.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, collectComplaints, test } from './helpers/test.ts';

test('S1 a new user joins, buys a gift and pays on the phone; the recipient adds it to the wallet and withdraws it to M-PESA', async ({
  page,
  context,
  browser,
  world,
  sandboxUrl,
}) => {
  const neema = newPerson('Neema', 'Achieng');
  const kip = newPerson('Kip', 'Rotich');

  await test.step('Neema creates an account and signs in', async () => {
    await register(page, neema);
    await submitLogin(page, 'Email', neema.email);
    await expect(page.getByText('Login successful!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome back, Neema' })).toBeVisible();
  });

  await test.step('she verifies her email by the emailed link and her phone by the code of the SMS', async () => {
    await verifyEmail(page, world, neema);
    await verifyPhone(page, world, neema);
  });

  await test.step('she buys Kip a gift, pays on her phone, and the page completes', async () => {
    await buy(page, context, { sandboxUrl, buyer: neema, recipient: kip });
  });

  await inOwnBrowser(browser, async (kips) => {
    await test.step('Kip opens the link of the SMS, joins there, and the gift is in his wallet', async () => {
      const [link = ''] = await world.sandbox.sms(kip.phoneNumber, /https?:\S+\/v\/[\w.~-]+/u);
      await kips.goto(link);
      await expect(kips.getByRole('heading', { name: 'Kip, Neema sent you a gift' })).toBeVisible();
      await kips.getByRole('link', { name: 'Add to wallet' }).click();
      const [, code = ''] = await world.sandbox.sms(kip.phoneNumber, /^(\d{6}) adds your gift/u);
      await kips.getByLabel('6 digits').fill(code);
      await kips.getByLabel('Password', { exact: true }).last().fill(DEMO_PASSWORD);
      await kips.getByLabel(/I agree to the/u).check();
      await kips.getByRole('button', { name: /Add KES\s950 to my wallet/u }).click();
      await kips.getByRole('link', { name: 'Go to my wallet' }).click();
      await expect(kips.getByLabel('Your balance')).toContainText('950');
    });

    await test.step('he withdraws it, and the money is on his phone', async () => {
      await withdrawAll(kips);
      await expect.poll(async () => (await world.sandbox.phone(kip.phoneNumber)).balance).toBe(50_000 + 927);
      const phone = await pickUp(kips.context(), sandboxUrl, kip.phoneNumber);
      await expect(phone.locator('#balance')).toHaveText(/KES\s50,927/u);
    });
  });
});

async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await expect(page.getByLabel('Phone number')).toHaveAttribute('placeholder', /^254/u);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Phone number').fill(person.phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByLabel(/I agree to the/u).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account Created!' });
  await expect(dialog).toContainText('verification link');
  await expect(dialog.getByRole('button', { name: 'Continue to Dashboard' })).toBeVisible();
  const shownAtMs = Date.now();
  await expect(page).toHaveURL(/\/login/u);
  expect(Date.now() - shownAtMs, 'time to read the dialog').toBeGreaterThan(1_500);
  await expect(page.getByRole('status').filter({ hasText: 'verification link' })).toBeVisible();
}

async function verifyEmail(page: Page, world: World, person: Person): Promise<void> {
  const [link = ''] = await world.sandbox.mail(person.email, /https?:\S+verify-email#token=[\w.~-]+/u);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
}

async function verifyPhone(page: Page, world: World, person: Person): Promise<void> {
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Send Code' }).click();
  const code = page.getByLabel('Verification code');
  await expect(code).toBeFocused();
  const [otp = ''] = await world.sandbox.sms(person.phoneNumber, /\b\d{6}\b/u);
  await code.fill(otp);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Phone verified')).toBeVisible();
  await expect(page.getByText('Not verified')).toHaveCount(0);
}

type Sale = { sandboxUrl: string; buyer: Person; recipient: Person };

async function buy(
  page: Page,
  context: BrowserContext,
  { sandboxUrl, buyer, recipient }: Sale,
): Promise<void> {
  await page
    .getByRole('link', { name: 'Buy Gift Card', exact: true })
    .or(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Buy Gift Cards' }))
    .first()
    .click();
  await expect(page.getByRole('radio', { name: /M-Pesa/u })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Card/u })).toBeDisabled();
  await registerGift(page, { amount: 1_000, recipient, message: 'Asante sana!' });
  await expect(page.getByText('Transaction registered successfully!')).toBeVisible();
  await expect(page.getByLabel('M-PESA number that pays')).toHaveValue(buyer.phoneNumber);

  await sendPrompt(page);
  await expect(page.getByText('Payment initiated successfully! Please check your phone.')).toBeVisible();
  const phone = await pickUp(context, sandboxUrl, buyer.phoneNumber);
  await expect(phone.getByRole('dialog', { name: 'M-PESA prompt' })).toContainText('1,000');
  await enterPin(phone, '1234');
  await expect(phone.locator('#balance')).toHaveText(/KES\s49,000/u);

  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await expect(page.getByText('Payment completed successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^(?:Sent|Delivered) to Kip$/u })).toBeVisible();
  const facts = page.getByRole('definition');
  const requestId = new URL(page.url()).searchParams.get('requestId') ?? '';
  await expect(facts.filter({ hasText: requestId.slice(0, 8).toUpperCase() })).toBeVisible();
  await expect(facts.filter({ hasText: 'KES 950' })).toBeVisible();
}

async function withdrawAll(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('link', { name: /Withdraw to M-PESA/u }).click();
  await page.getByRole('button', { name: 'All' }).click();
  await expect(page.getByText('KES 927')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Send KES 927 to M-PESA' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();
  await expect(page.getByText('Withdrawal completed successfully!')).toBeVisible();
}

/** Opens a separate browser for a second person. The test also fails on console errors there. */
async function inOwnBrowser(browser: Browser, live: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: addressOf('ZAWADI_URL') });
  const complaints = collectComplaints(context);
  try {
    await live(await context.newPage());
    expect(complaints, 'complaints of the pages').toEqual([]);
  } finally {
    await context.close();
  }
}
