import type { Locator, Page } from '@playwright/test';

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filter/u }).click();
  return page.getByRole('dialog', { name: 'Filter' });
}
