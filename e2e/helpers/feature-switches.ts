import type { Page } from '@playwright/test';
import { submitLogin } from './sign-in.ts';
import { expect } from './test.ts';

/** Signs in as an administrator, switches a feature on or off, and signs out. */
export async function switchFeature(
  page: Page,
  label: string,
  verb: 'Switch on' | 'Switch off',
): Promise<void> {
  await page.goto('/admin/login?from=/admin/settings');
  await submitLogin(page, 'Email', 'admin@zawadi.test');
  await page.getByRole('switch', { name: label }).click();
  const dialog = page.getByRole('dialog', { name: `${verb} ${label.toLowerCase()}?` });
  await dialog.getByLabel('Reason').fill('For the journeys');
  await dialog.getByRole('button', { name: verb }).click();
  await expect(page.getByText(`${label} is ${verb === 'Switch on' ? 'on' : 'off'}`)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
}
