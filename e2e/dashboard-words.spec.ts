import type { Page } from '@playwright/test';
import type { SignedIn } from '@zawadi/story/people';
import { buyGift, claim, readGift } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';
import { failNext, holdCalls, LINE_COMPLAINTS } from './helpers/line.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectFiveSeconds, stopClock } from './helpers/toasts.ts';

const STATS = '/api/mpesa/user/dashboard-stats';

test.use({ expectedComplaints: LINE_COMPLAINTS });

test('S40 menu and quick actions lead where they say, and the dashboard shows five transactions of six', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Damaris', 'Moraa');
  await buyThreeForOneself(world, person);
  await signIn(page, person);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: 'Profile of Damaris Moraa' })).toContainText(person.email);
  for (const [name, path] of [
    ['Buy Gift Cards', '/dashboard/buy-gifts'],
    ['Redeem', '/dashboard/redeem'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  const quick = page.getByRole('navigation', { name: 'Quick actions' });
  for (const [name, path] of [
    ['Redeem Voucher', '/dashboard/redeem'],
    ['View Wallet', '/dashboard/wallet'],
  ] as const) {
    await quick.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  }
  await expect(transactions(page, 'Recent Transactions')).toHaveCount(5);
  await page.getByRole('link', { name: 'View All' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6);

  await page.goto('/dashboard/wallet');
  await expect(transactions(page, 'Transaction History')).toHaveCount(5);
  await expect(transactions(page, 'Transaction History').first()).toContainText(/\+\s*KES\s*380/u);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('S60 figures are Loading... first, in the space they take, and the screen says when they do not come', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Elijah', 'Ruto'), '/dashboard/profile');
  const line = await holdCalls(page, STATS);
  await page.goto('/dashboard/wallet');
  await expect(page.getByLabel('Your balance')).toContainText('Loading...');
  line.letThrough();
  await expect(page.getByLabel('Your balance')).toContainText(/KES\s*0/u);
  await expect(page.getByLabel('Your balance')).not.toContainText('Loading...');
  await page.unroute(`**${STATS}`);

  const again = await holdCalls(page, STATS);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  const figures = page.locator('.stats');
  await expect(figures).toHaveAttribute('aria-busy', 'true');
  const heightBefore = (await figures.boundingBox())?.height;
  again.letThrough();
  await expect(figures).not.toHaveAttribute('aria-busy', 'true');
  expect((await figures.boundingBox())?.height).toBe(heightBefore);
  await page.unroute(`**${STATS}`);

  const refusal = { responseCode: 409, code: 'unknown_code', responseMessage: 'words of the server' };
  // The screen also asks by itself, when its live connection opens: that is refused too.
  // A page that is on its way away, where nothing can be looked at any more, was not pressed.
  const isPressed = () =>
    page.evaluate(() => document.documentElement.dataset['pressed'] !== undefined).catch(() => false);
  await page.route(`**${STATS}`, async (route) =>
    (await isPressed()) ? route.continue() : route.fulfill({ status: 409, json: refusal }),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Failed to fetch dashboard stats' })).toBeVisible();
  await expect(page.getByText('words of the server')).toHaveCount(0);
  await expect(page.getByText('No data available').first()).toBeVisible();
  await page.evaluate(() =>
    addEventListener('click', () => (document.documentElement.dataset['pressed'] = ''), { capture: true }),
  );
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByLabel('Your numbers')).toContainText(/KES\s*0/u);
});

test('S502 a profile that cannot be saved says so, and one that is saved says so for five seconds', async ({
  page,
  meet,
}) => {
  await page.clock.install();
  await signIn(page, await meet('Fatma', 'Bakari'), '/dashboard/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Last name').fill('Shee');
  await stopClock(page);
  await failNext(page, '/api/auth/v1/update-profile');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectFiveSeconds(page, 'Failed to update profile. Please try again.');
  await expect(page.getByLabel('Last name')).toHaveValue('Shee');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Fatma Shee' })).toBeVisible();
  await expectFiveSeconds(page, 'Profile updated successfully');
});

test('S510 below 768 px the menu slides over; from there on it is a strip of 3rem whose names show at once', async ({
  page,
  meet,
}) => {
  await page.setViewportSize({ width: 767, height: 800 });
  await signIn(page, await meet('Gabriel', 'Kioko'));
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const openMenu = page.getByRole('button', { name: 'Open menu' });
  await expect(openMenu).toBeVisible();
  await expect(sidebar).toBeHidden();

  await page.setViewportSize({ width: 768, height: 800 });
  await expect(openMenu).toBeHidden();
  await expect(sidebar).toBeVisible();
  // Beside the icons runs the selvage, 12 px of cloth.
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48 + 12);
  for (const name of ['Redeem', 'My Wallet']) {
    await sidebar.getByRole('link', { name }).hover();
    expect(await tipBeside(page, name)).toEqual({
      content: `"${name}"`,
      animation: 'none',
      transition: '0s',
    });
  }
});

test('on the smallest phone the quick actions keep to their column', async ({ page, meet }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, await meet('Hamida', 'Ali'));
  const quick = page.getByRole('navigation', { name: 'Quick actions' });
  await expect(quick).toBeVisible();
  for (const action of await quick.getByRole('link').all()) {
    const box = await action.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(320 - 16);
  }
});

function transactions(page: Page, title: string) {
  const sheet = page.getByRole('region', { name: title }).or(page.locator('section', { hasText: title }));
  return sheet.locator('.moves > li');
}

function tipBeside(page: Page, name: string): Promise<object> {
  return page.locator(`.sidebar li[data-tip="${name}"]`).evaluate((item) => {
    const tip = getComputedStyle(item, '::after');
    return { content: tip.content, animation: tip.animationName, transition: tip.transitionDelay };
  });
}

/** Three purchases and three claims. */
async function buyThreeForOneself(world: World, person: SignedIn): Promise<void> {
  const known = new Set<string>();
  for (const amount of [200, 300, 400]) {
    await buyGift(world, person, { recipient: person, amount, message: 'Kwangu', cloth: 'plain' });
    await expect.poll(async () => known.has((await readGift(world, person)).claimToken)).toBe(false);
    const { claimToken } = await readGift(world, person);
    known.add(claimToken);
    await claim(world, person, claimToken);
  }
}
