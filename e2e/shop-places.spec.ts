import { updateOpeningHours, updatePlace } from '@zawadi/contract';
import { overflowOf } from './helpers/overflow.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo } from './helpers/till.ts';

const SETTINGS = '/merchant/dashboard/settings';

test('a shop sets its location, and the holder of a gift finds it by town, with its street and its map', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Aaa Duka la Barabara');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  await page.getByRole('button', { name: 'Set place' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where customers find you' });
  await dialog.getByLabel('What the shop sells').selectOption('Groceries');
  await dialog.getByLabel('Town').selectOption('Nakuru');
  await dialog.getByLabel('Area and street').fill('Section 58, Kenyatta Avenue');
  await dialog.getByLabel('Phone for customers').fill('0722 000 103');
  await dialog.getByLabel('Map link').fill('https://evil.example/');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Please paste a link from Google Maps')).toBeVisible();
  await expect(dialog.getByLabel('Map link')).toHaveValue('https://evil.example/');
  await dialog.getByLabel('Map link').fill('-0.2833, 36.0667');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Place saved')).toBeVisible();
  await expect(page.getByText('Section 58, Kenyatta Avenue, Nakuru')).toBeVisible();
  await expect(page.getByText('0722 000 103')).toBeVisible();

  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'all-day' as const }));
  const params = { placeId: shop.merchantId };
  await world.api.call(updateOpeningHours, { params, body: { openingHours } }, { bearer: shop.bearer });
  const other = await openShop(world, 'Aab Kahawa ya Pwani');
  const place = { category: 'food', town: 'Mombasa', street: '', phoneNumber: '', mapLink: '' } as const;
  const there = { placeId: other.merchantId };
  await world.api.call(updatePlace, { params: there, body: place }, { bearer: other.bearer });

  const { claimToken } = await giveTo(world, await meet('Kerubo', 'Moraa'), 'Wafula', 'Barasa', 500);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/v/${claimToken}`);
  const first = page.getByRole('listitem').filter({ hasText: 'Aaa Duka la Barabara' });
  await expect(first).toContainText('Groceries · Section 58, Kenyatta Avenue, Nakuru');
  await expect(first).toContainText('Open all day');
  const map = first.getByRole('link', { name: 'Map: Aaa Duka la Barabara' });
  await expect(map).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\//u);
  await expect(map).toHaveAttribute('rel', /noopener/u);
  expect(await overflowOf(page)).toEqual([]);
  const town = page.getByLabel('Town');
  await town.selectOption({ label: (await town.getByText(/^Mombasa \(\d+\)$/u).textContent()) ?? '' });
  await expect(page.getByText('Aab Kahawa ya Pwani')).toBeVisible();
  await expect(first).toBeHidden();
  await town.selectOption('All towns');
  await expect(first).toBeVisible();

  await page.goto(`/v/${claimToken}?lang=sw`);
  await expect(first).toContainText('Vyakula na mboga · Section 58, Kenyatta Avenue, Nakuru');
  await expect(first).toContainText('Limefunguliwa siku nzima');
});
