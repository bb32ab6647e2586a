import type { Locator, Page } from '@playwright/test';

/** Narrows a list to a period, typed as people type days. */
export async function choosePeriod(
  page: Page,
  { name = 'Period', ...days }: { name?: string; from?: string; to?: string },
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}:`, 'u') }).click();
  const popup = page.getByRole('dialog', { name });
  if (days.from !== undefined) await popup.getByLabel('From', { exact: true }).fill(days.from);
  if (days.to !== undefined) await popup.getByLabel('Until', { exact: true }).fill(days.to);
  await popup.getByRole('button', { name: /^Show/u }).click();
}

/** Opens the filters that stand behind a button. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filter/u }).click();
  return page.getByRole('dialog', { name: 'Filter' });
}
