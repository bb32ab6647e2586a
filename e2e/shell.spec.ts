import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { signup } from '@zawadi/contract';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { overflowOf } from './helpers/overflow.ts';

const SCREENS = [
  '/dashboard',
  '/dashboard/buy-gifts',
  '/dashboard/redeem',
  '/dashboard/redeem?way=withdraw',
  '/dashboard/wallet',
  '/dashboard/profile',
];

test('S39 the sidebar collapses to icons by its button or Ctrl+B, and a reload remembers it', async ({
  page,
  context,
  meet,
}) => {
  await signIn(page, await meet('Asha', 'Bakari'));
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
});

test('S46 on a phone the menu slides over, and closes by choosing, by Escape and beside it', async ({
  page,
  meet,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await meet('Bosco', 'Kirui'));
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

test('S47 breadcrumbs name the page and lead back', async ({ page, meet }) => {
  await signIn(page, await meet('Caro', 'Atieno'), '/dashboard/wallet');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByText('My Wallet')).toHaveAttribute('aria-current', 'page');
  await crumbs.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('S378 the theme is light, dark or the device’s, and is there before the first paint', async ({
  page,
  meet,
}) => {
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, await meet('Dida', 'Godana'), '/dashboard/profile');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Change to dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'As the device' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

test('S69 an unverified user is led to the profile, and can look around meanwhile', async ({
  page,
  world,
}) => {
  const person = newPerson('Eunice', 'Chepkemoi');
  await world.api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  await signIn(page, person);
  const banner = page.getByText('Please verify your phone number and email.');
  await expect(banner).toBeVisible();
  await page.getByRole('link', { name: 'Verify now' }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(banner).toBeHidden();
  await expect(page.getByText('Not verified')).toHaveCount(2);
  await page.getByRole('button', { name: 'Resend Email' }).click();
  await expect(page.getByText(/Verification email sent|Too many attempts/u)).toBeVisible();
});

test('S38 no screen scrolls sideways on phones, tablets and zoomed to 200 %', async ({ page, meet }) => {
  for (const path of ['/login', '/register', '/forgot-password', '/merchant/login', '/terms'])
    await expectNoSidewaysScrolling(page, path);
  await signIn(page, await meet('Maximiliana', 'Wanjiku-Ochieng'));
  for (const path of SCREENS) await expectNoSidewaysScrolling(page, path);
});

async function expectNoSidewaysScrolling(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Zoomed to 200 % a window of 1280 px has room for 640.
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
