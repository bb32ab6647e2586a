import type { Page } from '@playwright/test';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { overflowOf } from './helpers/overflow.ts';
import { visit } from './scenarios/look.ts';

const DOORS = ['/login', '/register', '/forgot-password', '/reset-password', '/freeze', '/merchant/login'];
const TEXTS = ['/terms', '/privacy', '/support'];
const SCREENS = [
  '/dashboard',
  '/dashboard/transactions',
  '/dashboard/buy-gifts',
  '/dashboard/redeem',
  '/dashboard/redeem?way=withdraw',
  '/dashboard/wallet',
  '/dashboard/profile',
];

test('S39 S46 S378 the sidebar stays collapsed after a reload, the theme applies before the first paint, and on a phone the menu slides over', async ({
  page,
  context,
  meet,
}) => {
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, await meet('Asha', 'Bakari'), '/dashboard/profile');
  await expect(html).toHaveAttribute('data-theme', 'light');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect.poll(() => widthOf(page)).toBe(256);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBeLessThan(80);
  await expect(sidebar.getByRole('link', { name: 'My Wallet' })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === 'zawadi_sidebar');
  expect(cookie?.value).toBe('collapsed');
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(604_800, -2);
  await page.reload();
  await expect.poll(() => widthOf(page)).toBeLessThan(80);
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthOf(page)).toBe(256);

  await page.getByRole('button', { name: 'Change to dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Same as device' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');

  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  expect((await menu.boundingBox())?.width).toBe(288);
  await menu.getByRole('link', { name: 'My Wallet' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/dashboard/wallet');
  await open.click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await open.click();
  await page.mouse.click(340, 400);
  await expect(menu).toBeHidden();
  await open.click();
  await menu.getByRole('link', { name: 'Buy Gift Cards' }).click();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByText('Buy Gift Cards')).toBeInViewport({ ratio: 1 });
  await expect(crumbs.getByRole('link')).not.toBeInViewport();
});

test('S38 no screen scrolls sideways on phones, tablets and zoomed to 200 %, in either language', async ({
  page,
  meet,
}) => {
  await page.goto('/login');
  for (const path of [...DOORS, ...TEXTS]) await expectNoSidewaysScrolling(page, path);
  await speakKiswahili(page);
  for (const path of [...DOORS, ...TEXTS]) await expectNoSidewaysScrolling(page, path);
  await visit(page, '/login');
  await page.getByRole('button', { name: 'English' }).click();
  await signIn(page, await meet('Maximiliana', 'Wanjiku-Ochieng'));
  for (const path of SCREENS) await expectNoSidewaysScrolling(page, path);
  await speakKiswahili(page);
  for (const path of SCREENS) await expectNoSidewaysScrolling(page, path);
});

async function speakKiswahili(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Kiswahili' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
}

async function expectNoSidewaysScrolling(page: Page, path: string): Promise<void> {
  await visit(page, path);
  // At 200 % zoom, a window of 1280 px is 640 CSS pixels wide.
  for (const [width, height] of [
    [320, 640],
    [768, 1024],
    [640, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await overflowOf(page), `${path} ${width} px wide`).toEqual([]);
  }
}

async function widthOf(page: Page): Promise<number> {
  const box = await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox();
  return Math.round(box?.width ?? 0);
}
