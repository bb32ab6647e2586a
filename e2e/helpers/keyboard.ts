import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

const MOST_PRESSES = 60;

/** Presses Tab until something has the focus; a journey that never comes there fails. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Goes to a link or button with Tab and presses it with Enter. */
export async function tabAndEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
