import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import type { SignedIn } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('S139 scrolling loads the wallet’s history page by page until the end', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Jamal', 'Kiptoo');
  await give(world, buyer, ['Brenda', 'Caleb', 'Dina', 'Edith', 'Faraj']);
  // Fetch real pages from the API, but shorter.
  await page.route('**/api/wallets/v1/history*', (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('limit', '2');
    return route.continue({ url: String(address) });
  });
  await signIn(page, buyer, '/dashboard/transactions');
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText('Faraj');
  await expect(rows(page).last()).toContainText('Brenda');
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

function rows(page: Page) {
  return page.locator('main .moves:not([aria-hidden]) > li');
}

/** Buys gifts one after the other, each for a little more, because M-PESA refuses a repeated amount. */
async function give(world: World, buyer: SignedIn, firstNames: string[]): Promise<void> {
  for (const [index, firstName] of firstNames.entries()) {
    const recipient = newPerson(firstName, 'Moraa');
    await buyGift(world, buyer, { recipient, amount: 1_000 + index, message: 'Kwa upendo', cloth: 'asante' });
  }
}
