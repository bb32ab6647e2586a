import { holdFor } from './helpers/sales.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { toastOf } from './helpers/toasts.ts';

const TRANSACTIONS = '/merchant/dashboard/transactions';

test('a shop captures part of its system’s hold, and the holder of the gift sees hold and capture', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Mtandao');
  const { claimToken } = await holdFor(world, shop, await meet('Amina', 'Wanjiru'));
  await page.goto(`/v/${claimToken}`);
  const reserved = page.getByText(/^Duka la Mtandao has reserved KES\s400 for an order/u);
  await expect(reserved).toBeVisible();
  await expect(page.getByRole('article')).toContainText(/KES\s*550/u);

  await signInAtShop(page, shop.merchantCode, TRANSACTIONS);
  const row = page.getByRole('row', { name: /Brian Otieno/u });
  await expect(row).toContainText('Pending');
  await page.getByRole('button', { name: 'Brian Otieno' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Held until')).toBeVisible();
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await dialog.getByLabel('Amount').fill('401');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  await expect(dialog.getByText(/^Only KES\s400 is held$/u)).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await dialog.getByLabel('Amount').fill('300');
  await dialog.getByRole('button', { name: 'Capture' }).click();
  const said = /KES\s300 is yours\. KES\s100 went back to the customer\./u;
  await expect(toastOf(page, 'Hold captured')).toContainText(said);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('Completed');
  await expect(row).toContainText(/KES\s*300/u);

  await page.goto(`/v/${claimToken}`);
  await expect(page.getByRole('article')).toContainText(/KES\s*650/u);
  await expect(reserved).toBeHidden();
});
