import type { Page } from '@playwright/test';
import { holdCalls } from './helpers/line.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('S510 S188 below 768 px the menu slides over the page, above it is a strip of 3rem with instant tooltips; figures keep their place while loading, and reduced motion stops all movement', async ({
  page,
  meet,
  world,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Gabriel', 'Kioko']);
  await page.setViewportSize({ width: 767, height: 800 });
  await signIn(page, person, '/dashboard/profile');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const openMenu = page.getByRole('button', { name: 'Open menu' });
  await expect(openMenu).toBeVisible();
  await expect(sidebar).toBeHidden();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(openMenu).toBeHidden();
  await expect(sidebar).toBeVisible();
  // The strip has 48 px for icons, and next to them 12 px of cloth.
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48 + 12);
  for (const name of ['Redeem', 'My Wallet']) {
    await sidebar.getByRole('link', { name }).hover();
    expect(await tipBeside(page, name)).toEqual({
      content: `"${name}"`,
      animation: 'none',
      transition: '0s',
    });
  }

  await page.setViewportSize({ width: 360, height: 740 });
  const line = await holdCalls(page, '/api/mpesa/user/dashboard-stats');
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/dashboard');
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
    const count = await page.evaluate(moving);
    if (reducedMotion === 'reduce') expect(count).toBe(0);
    else expect(count).toBeGreaterThan(0);
  }
  const figures = page.locator('.stats');
  await expect(figures).toHaveAttribute('aria-busy', 'true');
  const heightBefore = (await figures.boundingBox())?.height;
  line.letThrough();
  await expect(figures).not.toHaveAttribute('aria-busy', 'true');
  expect((await figures.boundingBox())?.height).toBe(heightBefore);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const action of await page
    .getByRole('navigation', { name: 'Quick actions' })
    .getByRole('link')
    .all()) {
    const box = await action.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(320 - 16);
  }
});

function moving(): number {
  return document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
    .length;
}

function tipBeside(page: Page, name: string): Promise<object> {
  return page.locator(`.sidebar li[data-tip="${name}"]`).evaluate((item) => {
    const tip = getComputedStyle(item, '::after');
    return { content: tip.content, animation: tip.animationName, transition: tip.transitionDelay };
  });
}
