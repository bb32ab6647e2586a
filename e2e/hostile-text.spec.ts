import type { Page } from '@playwright/test';
import { shownQuote } from '@zawadi/contract';
import { buyGift, readGift } from '@zawadi/story/steps';
import { hostileTexts } from '../apps/web/src/testing/hostile-texts.ts';
import { rewriteGift } from './helpers/database.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

/**
 * Records effects that another person's text must never have: dialogs and requests. Console errors fail the test
 * anyway.
 */
function watch(page: Page): string[] {
  const happened: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => happened.push(dialog.message())));
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'evil.test') happened.push(request.url());
  });
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('evil.test')) happened.push(frame.url());
  });
  return happened;
}

test('A20 a gift whose name and message contain script and style runs none of it, on its page and in the wallet', async ({
  page,
  world,
  meet,
}) => {
  const [buyer, recipient] = [await meet('Aisha', 'Hussein'), await meet('Brenda', 'Moraa')];
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'birthday' });
  const { claimToken } = await readGift(world, recipient);
  const happened = watch(page);
  const message = hostileTexts.join(' ');
  await rewriteGift(recipient.phoneNumber, { name: message, message });
  await page.goto(`/v/${claimToken}`);
  // The message is shown as quoted text, without links.
  await expect(page.locator('.ticket-jina')).toContainText(shownQuote(message));
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
  await signIn(page, recipient, '/dashboard/wallet');
  const gifts = page.getByRole('region', { name: 'Gifts for you' });
  await expect(gifts.getByRole('button', { name: 'Show code' })).toBeVisible();
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
  expect(happened).toEqual([]);
});
