import { generatePhoneOtp, signup, verifyPhone } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn as signInElsewhere } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import type { Page } from '@playwright/test';
import type { World } from '@zawadi/story/steps';
import { problemsOn } from './helpers/axe.ts';
import { fillGift, registerGift } from './helpers/gifts.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { payOnPhone } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a buyer whose phone is not verified corrects and verifies it in the wizard, and the prompt goes out', async ({
  page,
  world,
}) => {
  const buyer = newPerson('Wanza', 'Mutiso');
  const { phoneNumber } = newPerson('Wanza', 'Mutiso');
  await world.api.call(signup, { body: { ...buyer, password: DEMO_PASSWORD } });
  await signIn(page, buyer, '/dashboard/buy-gifts');
  const gift = { amount: 650, recipient: newPerson('Kioko', 'Muli'), message: 'Hongera sana' };
  await registerGift(page, gift);
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  const here = page.getByRole('region', { name: 'Verify your phone' });
  await here.getByLabel('Verification code').fill('000000');
  await here.getByRole('button', { name: 'Verify' }).click();
  await expect(here.getByText('Invalid verification code')).toBeVisible();
  await expect(here.getByRole('button', { name: /Send again in 0:\d\d/u })).toBeDisabled();
  expect(await overflowAt320(page)).toEqual([]);
  expect(await problemsOn(page)).toEqual([]);
  // A reload sends no second code while the first one is good.
  await page.reload();
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await expect(here.getByLabel('Verification code')).toBeFocused();
  expect(await codesTo(world.sandbox, buyer.phoneNumber)).toHaveLength(1);

  await here.getByRole('button', { name: 'Change number' }).click();
  await here.getByLabel('Phone number').fill(phoneNumber);
  await here.getByRole('button', { name: 'Send Code' }).click();
  await proveOwner(page);
  await enterCode(page, world, phoneNumber);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await payOnPhone(world, phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await expect(page.getByRole('article', { name: /Voucher for Kioko Muli/u })).toContainText('Hongera sana');
});

test('an account that lost its number gives another in the wizard, and the withdrawal goes on', async ({
  page,
  world,
  meet,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Mwende', 'Kilonzo']);
  const next = newPerson('Mwende', 'Kilonzo');
  await signIn(page, person, '/dashboard/redeem?way=withdraw');
  await page.getByLabel('Amount', { exact: true }).fill('400');
  await page.getByLabel('M-PESA number').fill(next.phoneNumber);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^Send KES/u })).toBeVisible();
  await takeNumber(world, person.phoneNumber);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const here = page.getByRole('region', { name: 'Verify your phone' });
  await here.getByRole('button', { name: 'Change number' }).click();
  await here.getByLabel('Phone number').fill(next.phoneNumber);
  await here.getByRole('button', { name: 'Send Code' }).click();
  await proveOwner(page);
  await enterCode(page, world, next.phoneNumber);
  await expect(page.getByText('KES\u00a0390').first()).toBeVisible();
  await expect(here).toBeHidden();
});

test('on a phone the folded gift and the sum stay in view, and cover no field that is in use', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Zena', 'Mohamed'), '/dashboard/buy-gifts');
  const proceed = page.getByRole('button', { name: 'Continue to M-PESA' });
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await fillGift(page, { amount: 12_500, recipient: newPerson('Bahati', 'Juma'), message: 'Karibu' });
  await page.getByLabel('On a chosen day').check();
  await expect(page.locator('.fold-ticket')).toContainText(/Bahati Juma.*KES\s11,875/u);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_750);
  const covered: string[] = [];
  for (const field of await page.locator('main').locator('input, textarea, select, .chip').all()) {
    await field.focus();
    const isCovered = await field.evaluate((element) => {
      const { top, bottom } = (element.closest('label') ?? element).getBoundingClientRect();
      const ticket = document.querySelector('.fold-ticket')?.getBoundingClientRect().bottom ?? 0;
      const foot = document.querySelector('.wizard-foot')?.getBoundingClientRect().top ?? 0;
      return top < ticket || bottom > foot;
    });
    if (isCovered) covered.push(await field.evaluate((element) => element.outerHTML));
  }
  expect(covered).toEqual([]);
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.fold-ticket')).toBeInViewport({ ratio: 1 });
  expect(await overflowAt320(page)).toEqual([]);
});

/** Another person verifies a number that another account has. */
async function takeNumber({ api, sandbox }: World, phoneNumber: string): Promise<void> {
  const other = { ...newPerson('Mutua', 'Musyoka'), phoneNumber };
  await api.call(signup, { body: { ...other, password: DEMO_PASSWORD } });
  const bearer = await signInElsewhere(api, other);
  // The owner of the number has been sent codes too.
  const before = (await codesTo(sandbox, phoneNumber)).length;
  await api.call(generatePhoneOtp, { body: {} }, { bearer });
  const otp = await eventually('a new code', async () => (await codesTo(sandbox, phoneNumber))[before]);
  await api.call(verifyPhone, { body: { otp } }, { bearer });
}

async function codesTo(sandbox: World['sandbox'], phoneNumber: string): Promise<string[]> {
  const { messages } = await sandbox.phone(phoneNumber);
  return messages.flatMap(({ text }) => /\b\d{6}\b/u.exec(text)?.[0] ?? []);
}

async function proveOwner(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you who changes this?' });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
}

async function enterCode(page: Page, world: World, phoneNumber: string): Promise<void> {
  const here = page.getByRole('region', { name: 'Verify your phone' });
  const [code = ''] = await world.sandbox.sms(phoneNumber, /\b\d{6}\b/u);
  await here.getByLabel('Verification code').fill(code);
  await here.getByRole('button', { name: 'Verify' }).click();
}
