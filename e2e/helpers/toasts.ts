import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The toast that says something; the page's clock must stand still, so that it does not go by itself. */
export function toastOf(page: Page, title: string) {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast').filter({ hasText: title });
}

/** Lets the time of a page stand still from now on: only `runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  // What is still loading would wait until the time-out.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/** A toast that just appeared is there for five seconds of the stopped clock, and then gone. */
export async function expectFiveSeconds(page: Page, title: string): Promise<void> {
  await expect(toastOf(page, title)).toBeVisible();
  await page.clock.runFor(4_900);
  await expect(toastOf(page, title)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toastOf(page, title)).toBeHidden();
}
