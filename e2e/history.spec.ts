import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import type { SignedIn } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('S139 scrolling brings page after page until there is no more', async ({ page, world, meet }) => {
  const buyer = await meet('Jamal', 'Kiptoo');
  await give(world, buyer, ['Brenda', 'Caleb', 'Dina', 'Edith', 'Faraj']);
  // Real pages, only shorter ones.
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

/** One gift after the other, each for a somewhat larger amount, because M-PESA refuses the same one twice. */
async function give(world: World, buyer: SignedIn, firstNames: string[]): Promise<void> {
  for (const [index, firstName] of firstNames.entries()) {
    const recipient = newPerson(firstName, 'Moraa');
    await buyGift(world, buyer, { recipient, amount: 1_000 + index, message: 'Kwa upendo', cloth: 'asante' });
  }
}
