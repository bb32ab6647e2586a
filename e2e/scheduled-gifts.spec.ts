import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { sendPrompt } from './helpers/gifts.ts';
import { payOnPhone } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const WALLET = '/dashboard/wallet';

test('S154 a buyer sends another gift to an earlier recipient on a chosen day, and the gift waits for that day', async ({
  page,
  world,
  meet,
}) => {
  const sender = await meet('Wanja', 'Gitau');
  const recipient = newPerson('Yusuf', 'Hassan');
  await buyGift(world, sender, { recipient, amount: 1_000, message: 'Mara ya kwanza', cloth: 'plain' });
  await readGift(world, recipient);
  const before = (await world.sandbox.phone(recipient.phoneNumber)).messages.length;

  await signIn(page, sender, '/dashboard/buy-gifts');
  await page.getByRole('button', { name: 'Yusuf Hassan' }).click();
  await expect(page.getByLabel('Recipient’s phone')).toHaveValue(recipient.phoneNumber);
  await expect(page.getByLabel('Recipient’s email')).toHaveValue(recipient.email);
  await page.getByLabel('Amount', { exact: true }).fill('2000');
  await page.getByLabel('On a chosen day').check();
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await expect(page.getByText('Please choose a day')).toBeVisible();
  await expect(page.getByText('Choose a day', { exact: true })).toBeVisible();
  await page.getByLabel('Day', { exact: true }).fill(inDays(30));
  await page.getByLabel('Hour').selectOption('07');
  await expect(page.getByText(/\d{4}, 07:00/u)).toBeVisible();
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await sendPrompt(page);
  await payOnPhone(world, sender.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Scheduled for .*, 07:00$/u })).toBeVisible();
  await expect(page.getByText('Yusuf gets the voucher by SMS and email.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Voucher for Yusuf Hassan, Scheduled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tell Yusuf' })).toBeHidden();

  await page.goto(WALLET);
  await expect(sent(page).getByText('Scheduled')).toBeVisible();
  await expect(sent(page).getByText(/Arrives .*, 07:00/u)).toBeVisible();

  // Until the gift is sent, its buyer can reschedule or cancel it.
  await sent(page).getByRole('button', { name: 'Yusuf Hassan' }).first().click();
  await page.getByRole('button', { name: 'Change the day' }).click();
  const moving = page.getByRole('dialog', { name: 'When should Yusuf get it?' });
  await moving.getByRole('button', { name: 'Next month' }).click();
  await moving.getByRole('grid').getByRole('button', { disabled: false }).nth(14).click();
  await moving.getByLabel('Hour').selectOption('18');
  await moving.getByRole('button', { name: /^Move to 15 / }).click();
  await expect(moving).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(sent(page).getByText(/Arrives \w+ 15 .*, 18:00/u)).toBeVisible();

  await page.goto('/dashboard/transactions');
  await page.getByRole('link', { name: 'Yusuf Hassan' }).first().click();
  await expect(page.getByRole('heading', { name: /We send it \w+ 15 .*, 18:00/u })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the gift' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancel the gift to Yusuf?' });
  await expect(cancelling).toContainText(
    /We send the whole KES\s2,000, fee included, back to 0\d{3} \d{3} \d{3} on M-PESA/u,
  );
  await cancelling.getByRole('button', { name: 'Keep the gift' }).click();
  await page.getByRole('button', { name: 'Cancel the gift' }).click();
  await cancelling.getByRole('button', { name: 'Cancel the gift' }).click();
  await expect(page.getByRole('heading', { name: 'The money was given back' })).toBeVisible();
  await expect(page.getByText(/KES\s2,000 went back to 0\d{3} \d{3} \d{3} on M-PESA\./u)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the day' })).toBeHidden();
  await page.goto('/dashboard/transactions?refundState=refunded&type=GIFT_PURCHASE');
  await expect(page.locator('.moves > li')).toHaveText([/Yusuf Hassan.*Refunded/u]);
  expect((await world.sandbox.phone(recipient.phoneNumber)).messages.length).toBe(before);
});

function sent(page: Page) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Gifts I sent' }) });
}

/** Returns the day this many days from today, in a date field's format. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
