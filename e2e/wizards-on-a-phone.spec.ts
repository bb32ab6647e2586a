import { signup } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import type { Locator, Page } from '@playwright/test';
import type { World } from '@zawadi/story/steps';
import { problemsOn } from './helpers/axe.ts';
import { fillGift, sendPrompt } from './helpers/gifts.ts';
import { overflowAt320, overflowOf } from './helpers/overflow.ts';
import { cancelPrompt, payOnPhone, pickUp } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectToCoverNothing } from './helpers/toasts.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('on a phone, gift and total stay visible next to the form, and a buyer corrects and verifies the phone number before the prompt is sent', async ({
  page,
  context,
  world,
  sandboxUrl,
}) => {
  const buyer = newPerson('Wanza', 'Mutiso');
  const { phoneNumber } = newPerson('Wanza', 'Mutiso');
  await world.api.call(signup, { body: { ...buyer, password: DEMO_PASSWORD } });
  await signIn(page, buyer, '/dashboard/buy-gifts');
  const proceed = page.getByRole('button', { name: 'Continue to M-PESA' });
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await fillGift(page, { amount: 12_500, recipient: newPerson('Bahati', 'Juma'), message: 'Karibu' });
  await page.getByLabel('On a chosen day').check();
  await expect(page.locator('.fold-ticket')).toContainText(/Bahati Juma.*KES\s11,875/u);
  // With the photo and *Add another gift*, which are switched on here.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_100);
  await page.getByText('More options').click();
  await expectNoCoveredField(page);
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.fold-ticket')).toBeInViewport({ ratio: 1 });
  expect(await overflowAt320(page)).toEqual([]);

  await page.getByLabel('Right after you pay').check();
  await proceed.click();
  await expectToCoverNothing(page, 'Transaction registered successfully!');
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  const here = page.getByRole('region', { name: 'Verify your phone' });
  await here.getByLabel('Verification code').fill('000000');
  await here.getByRole('button', { name: 'Verify' }).click();
  await expect(here.getByText('Invalid verification code')).toBeVisible();
  await expect(here.getByRole('button', { name: /Send again in 0:\d\d/u })).toBeDisabled();
  expect(await overflowAt320(page)).toEqual([]);
  expect(await problemsOn(page)).toEqual([]);
  // A reload sends no second SMS code while the first code is valid.
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
  await cancelPrompt(await pickUp(context, sandboxUrl, phoneNumber));
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  expect(await colourOf(state(page, 'Canceled'))).toBe('red');
  await page.getByRole('button', { name: 'Try again' }).click();
  await sendPrompt(page);
  await expectToLead(page, 'Check your phone');
  await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 });
  await payOnPhone(world, phoneNumber);
  await expectToLead(page, 'Completed');
  await expect(page.getByRole('article', { name: /Voucher for Bahati Juma/u })).toContainText('Karibu');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  expect(await colourOf(state(page, 'Completed'))).toBe('green');
});

test('with text of twice the usual size, the total is a part of the page and no amount breaks', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Rehema', 'Juma'), '/dashboard/buy-gifts');
  await expect(page.getByRole('button', { name: '1,000', exact: true })).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const amounts = page.locator('.chip.figure');
  const lines = await amounts.evaluateAll((chips) =>
    chips.map((chip) => {
      const text = document.createRange();
      text.selectNodeContents(chip);
      return text.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1]);
  await expect(page.locator('.wizard-foot')).toHaveCSS('position', 'static');
  expect(await overflowOf(page)).toEqual([]);
});

/** Checks that neither the sticky gift at the top nor the sticky total at the bottom covers the focused field. */
async function expectNoCoveredField(page: Page): Promise<void> {
  const covered: string[] = [];
  for (const field of await page
    .locator('main')
    .locator('input:not([hidden]), textarea, select, .chip')
    .all()) {
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
}

/** Checks that the heading of the present state has the focus and is in view, below the toast. */
async function expectToLead(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  const toasts = await page.locator('.toast').all();
  const feet = await Promise.all(
    toasts.map((toast) => toast.evaluate((one) => one.getBoundingClientRect().bottom)),
  );
  const top = await heading.evaluate((one) => one.getBoundingClientRect().top);
  expect(Math.max(0, ...feet)).toBeLessThanOrEqual(top);
}

function state(page: Page, word: string): Locator {
  return page.getByRole('definition').getByText(word, { exact: true });
}

async function colourOf(place: Locator): Promise<'green' | 'red' | 'other'> {
  const colour = await place.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) return [];
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  const [red = 0, green = 0] = colour;
  if (green > 1.5 * red) return 'green';
  return red > 1.5 * green ? 'red' : 'other';
}

async function codesTo(sandbox: World['sandbox'], phoneNumber: string): Promise<string[]> {
  const { messages } = await sandbox.phone(phoneNumber);
  return messages.flatMap(({ text }) => /\b\d{6}\b/u.exec(text)?.[0] ?? []);
}

async function proveOwner(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
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
