import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { buyGift, readGift, type World } from '@zawadi/story/steps';
import { newHand } from './helpers/hand.ts';
import { plugInAuthenticator } from './helpers/passkeys.ts';
import { slowPhone } from './helpers/line.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

type Meet = (firstName: string, lastName: string) => Promise<SignedIn>;

const PASSWORD = 'Three-goats-and-a-kite';
const AT_MOST_SECONDS = 90;

test('on a slow phone a new person has the gift in the wallet within ninety seconds and three screens', async ({
  page,
  world,
  meet,
}) => {
  const { recipient, claimToken } = await give(world, meet);
  // A thumb that knows where to press.
  const hand = newHand({ secondsAPress: 1 / 3 });
  await slowPhone(page);
  const startedMs = performance.now();
  await page.goto(`/v/${claimToken}`);
  await hand.press(page.getByRole('link', { name: 'Add to wallet' }));
  await expect(page.getByText(`07•• ••• ${recipient.phoneNumber.slice(-3)}`)).toBeVisible({
    timeout: 30_000,
  });
  await hand.type(page.getByLabel('6 digits'), await codeOn(world, recipient));
  await expect(page.getByLabel('First name')).toHaveValue('Brian');
  // The address that the giver typed is not hers, and none is needed.
  await expect(page.getByLabel('Email (optional)')).toHaveValue('');
  await hand.type(page.getByLabel('Password', { exact: true }).last(), PASSWORD);
  await hand.press(page.getByRole('checkbox', { name: /terms and conditions/u }));
  await hand.press(page.getByRole('button', { name: /Add KES\s950 to my wallet/u }));
  await expect(page.getByRole('heading', { name: 'Karibu, Brian' })).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.balance')).toContainText(/KES\s*950/u);
  const measured = (performance.now() - startedMs) / 1000;
  const seconds = measured + hand.seconds();
  process.stdout.write(
    `from the link to the wallet: ${measured.toFixed(1)} s of machine and line, ${hand.keystrokes()} keystrokes,` +
      ` ${seconds.toFixed(1)} s together, ${hand.screens()} screens\n`,
  );
  expect(seconds).toBeLessThanOrEqual(AT_MOST_SECONDS);
  expect(hand.screens()).toBeLessThanOrEqual(3);
  expect(await overflowAt320(page)).toEqual([]);
});

test('with a fingerprint there is nothing to type but the code; reload and back lose nothing', async ({
  page,
  world,
  meet,
}) => {
  const { recipient, claimToken } = await give(world, meet);
  const { count } = await plugInAuthenticator(page);
  await page.goto(`/v/${claimToken}`);
  await page.getByRole('link', { name: 'Add to wallet' }).click();
  const code = await codeOn(world, recipient);
  await page.reload();
  await expect(page.getByText(/New code in/u)).toBeVisible();
  await page.getByLabel('6 digits').fill(wrong(code));
  await expect(page.getByText('This code is not right, or too old.')).toBeVisible();
  await page.getByLabel('6 digits').fill(code);
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Enter the code from our SMS' })).toBeVisible();
  await page.goForward();
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

test('the ordinary way comes back to the gift: sign-up, sign-in, and the number is verified there', async ({
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

  // Who is signed in has no use for the form.
  await page.goto(`/register?from=/v/${claimToken}`);
  await expect(page).toHaveURL(`/v/${claimToken}`);
});

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function codeOn(world: World, { phoneNumber }: Pick<Person, 'phoneNumber'>): Promise<string> {
  const [, code = ''] = await world.sandbox.sms(phoneNumber, /^(\d{6}) adds your gift of KES\s950/u);
  return code;
}

/** A gift of KES 950 for a person without an account. */
async function give(world: World, meet: Meet) {
  const recipient = newPerson('Brian', 'Otieno');
  const buyer = await meet('Aisha', 'Hussein');
  const gift = { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'asante' } as const;
  await buyGift(world, buyer, gift);
  return { recipient, ...(await readGift(world, recipient)) };
}
