import { codeOn, give } from './helpers/gifts.ts';
import { addPhoneAuthenticator } from './helpers/passkeys.ts';
import { expect, test } from './helpers/test.ts';

const PASSWORD = 'Three-goats-and-a-kite';

test('claiming a gift with a fingerprint requires typing only the SMS code, and reload and back lose no input', async ({
  page,
  world,
  meet,
}) => {
  const { recipient, claimToken } = await give(world, meet);
  const { count } = await addPhoneAuthenticator(page);
  await page.goto(`/v/${claimToken}`);
  await page.getByRole('link', { name: 'Add to wallet' }).click();
  const code = await codeOn(world, recipient);
  await page.reload();
  await expect(page.getByText(/New code in/u)).toBeVisible();
  await page.getByLabel('6 digits').fill(wrong(code));
  await expect(page.getByText('Wrong or expired code.')).toBeVisible();
  await page.getByLabel('6 digits').fill(code);
  await expect(page.getByText('Your number is verified.')).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Add to wallet' })).toBeVisible();
  await page.goForward();
  await expect(page.getByText('Your number is verified.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Fingerprint or face/u })).toBeChecked();
  const add = page.getByRole('button', { name: /to my wallet/u });
  await add.click();
  await expect(page.getByText('Please agree to the terms and conditions')).toBeVisible();
  await page.getByRole('checkbox').check();
  await add.click();
  await expect(page.getByRole('heading', { name: 'Karibu, Brian' })).toBeVisible();
  expect(await count()).toBe(1);
  const sent = (await world.sandbox.phone(recipient.phoneNumber)).messages;
  expect(sent.filter(({ text }) => text.includes('adds your gift'))).toHaveLength(1);
  await page.getByRole('link', { name: 'Go to my wallet' }).click();
  await expect(page.getByText(/KES\s*950/u).first()).toBeVisible();
});

test('sign-up and sign-in from a gift’s page return to the gift, where the phone number is verified', async ({
  page,
  world,
  meet,
}) => {
  const { recipient, claimToken } = await give(world, meet);
  await page.goto(`/login?from=/v/${claimToken}`);
  const reason = page.getByText(/Sign in or create an account to add KES\s950 to your wallet/u);
  await expect(reason).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(reason).toBeVisible();
  await page.getByLabel('First name').fill('Brian');
  await page.getByLabel('Last name').fill('Otieno');
  await page.getByLabel('Email', { exact: true }).fill(recipient.email);
  await page.getByLabel('Phone number').fill(recipient.phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Continue to Dashboard' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(recipient.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`/v/${claimToken}`);
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await page.getByRole('link', { name: 'Verify it now' }).click();
  await page.getByRole('button', { name: 'Send Code' }).click();
  const [, code = ''] = await world.sandbox.sms(recipient.phoneNumber, /^(\d{6}) is your Zawadi code/u);
  await page.getByLabel('6 digits').fill(code);
  await expect(page.getByRole('heading', { name: 'Karibu, Brian' })).toBeVisible();

  // A signed-in person does not see the sign-up form.
  await page.goto(`/register?from=/v/${claimToken}`);
  await expect(page).toHaveURL(`/v/${claimToken}`);
});

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
