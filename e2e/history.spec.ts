import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import type { SignedIn } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';
import { changeAtOnce, choosePeriod, openFilters } from './helpers/fields.ts';
import { savedFile } from './helpers/saved-file.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const HISTORY = '/dashboard/transactions';

test('S50 the dashboard compares this month with the last, draws six of them, and leads to everything', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Halima', 'Noor');
  await give(world, buyer, ['Brenda']);
  await signIn(page, buyer);
  await expect(page.getByText(/^KES\s1,000 in \w+$/u)).toBeVisible();
  await expect(page.getByText(/^1 more than \w+$/u)).toBeVisible();
  const months = page.getByRole('table', { name: /in the last six months/u });
  await expect(months.getByRole('row')).toHaveCount(7);
  await expect(months.getByRole('row').last()).toContainText(/KES\s1,000KES\s0/u);
  await page.getByRole('link', { name: 'View All' }).click();
  await expect(page).toHaveURL(HISTORY);
  await expect(rows(page)).toHaveCount(1);
});

test('S62 the history is searched and narrowed, and a reload finds it as it was', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Idris', 'Barasa');
  await give(world, buyer, ['Brenda', 'Caleb']);
  await signIn(page, buyer, HISTORY);
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Search').fill('caleb');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=caleb/u);
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('caleb');
  await expect(rows(page)).toHaveText([/Caleb Moraa/u]);
  const filters = await openFilters(page);
  await filters.getByRole('button', { name: 'To M-PESA' }).click();
  await filters.getByRole('button', { name: /^Show \d+$/u }).click();
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(HISTORY);
  await expect(page.getByLabel('Search')).toHaveValue('');
  await expect(rows(page)).toHaveCount(2);
  await choosePeriod(page, { to: '31/01/2025' });
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
});

test('two filters that are set at the same moment both hold', async ({ page, meet }) => {
  const person = await meet('Wangari', 'Maina');
  await signIn(page, person, HISTORY);
  await page.getByRole('button', { name: /^Period:/u }).click();
  await changeAtOnce(page, [['Status', 'PENDING']], '30 days');
  await expect(page).toHaveURL(/status=PENDING.*from=\d{4}-\d\d-\d\d/u);
});

test('S139 scrolling brings page after page until there is no more', async ({ page, world, meet }) => {
  const buyer = await meet('Jamal', 'Kiptoo');
  await give(world, buyer, ['Brenda', 'Caleb', 'Dina', 'Edith', 'Faraj']);
  // Real pages, only shorter ones.
  await page.route('**/api/wallets/v1/history*', (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('limit', '2');
    return route.continue({ url: String(address) });
  });
  await signIn(page, buyer, HISTORY);
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText('Faraj');
  await expect(rows(page).last()).toContainText('Brenda');
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('S141 a new transaction appears in the open history by itself', async ({ page, world, meet }) => {
  const buyer = await meet('Khadija', 'Abdi');
  await give(world, buyer, ['Brenda']);
  await signIn(page, buyer, HISTORY);
  await expect(rows(page)).toHaveCount(1);
  await give(world, buyer, ['Caleb'], 2_000);
  await expect(rows(page)).toHaveCount(2);
});

test('S143 a transaction shows everything about it, and saves its receipt', async ({ page, world, meet }) => {
  const buyer = await meet('Lina', 'Cheruiyot');
  await give(world, buyer, ['Brenda']);
  await signIn(page, buyer, HISTORY);
  await page.getByRole('link', { name: 'Brenda Moraa' }).click();
  await expect(page.getByRole('heading', { name: 'Gift for Brenda Moraa' })).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  const receipt = await savedFile(page, () => page.getByRole('button', { name: 'Receipt' }).click());
  expect(receipt.name).toMatch(/^receipt-[0-9a-f]{8}\.pdf$/u);
  expect(receipt.content.subarray(0, 5).toString()).toBe('%PDF-');
});

test('S63 the wallet exports a period as CSV and as a statement', async ({ page, world, meet }) => {
  const buyer = await meet('Moses', 'Wekesa');
  await give(world, buyer, ['Brenda']);
  await signIn(page, buyer, '/dashboard/wallet');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export your transactions' });
  const csv = await savedFile(page, () => dialog.getByRole('button', { name: 'Save CSV' }).click());
  expect(csv.name).toMatch(/^statement-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(csv.content.toString()).toContain('Brenda Moraa');
  await dialog.getByRole('button', { name: 'One year' }).click();
  const pdf = await savedFile(page, () => dialog.getByRole('button', { name: 'Save PDF' }).click());
  expect(pdf.name).toMatch(/^statement-\d{4}-\d{2}-\d{2}\.pdf$/u);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  await dialog.getByLabel('From', { exact: true }).fill('01/01/2020');
  await expect(dialog.getByText('Please choose a period of at most one year.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save PDF' })).toBeDisabled();
});

test('S55 when the history cannot be fetched it says that the money is safe, and tries again', async ({
  page,
  meet,
}) => {
  await page.route('**/api/wallets/v1/history*', (route) => route.fulfill({ status: 404, json: {} }));
  await signIn(page, await meet('Naomi', 'Atieno'), HISTORY);
  await expect(page.getByText('Your money is safe.')).toBeVisible();
  await page.unroute('**/api/wallets/v1/history*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No data available' })).toBeVisible();
});

function rows(page: Page) {
  return page.locator('main .moves:not([aria-hidden]) > li');
}

/** One gift after the other, each for a somewhat larger amount, because M-PESA refuses the same one twice. */
async function give(world: World, buyer: SignedIn, firstNames: string[], from = 1_000): Promise<void> {
  for (const [index, firstName] of firstNames.entries()) {
    const recipient = newPerson(firstName, 'Moraa');
    await buyGift(world, buyer, { recipient, amount: from + index, message: 'Kwa upendo', cloth: 'asante' });
  }
}
