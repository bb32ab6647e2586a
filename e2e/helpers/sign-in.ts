import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import type { Person } from '@zawadi/story/people';
import { expect } from './test.ts';

/** Signs in at the consumers' login and waits for the page after it. */
export async function signIn(
  page: Page,
  person: Pick<Person, 'email'>,
  onward = '/dashboard',
): Promise<void> {
  await page.goto(`/login?from=${encodeURIComponent(onward)}`);
  await submitLogin(page, 'Email', person.email);
  await expect(page).toHaveURL((url) => url.pathname + url.search === onward);
  // Wait for the new page: the URL changes first, and presses on the old login page are lost.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeHidden();
}

/** Fills in name and password on the open login page, and submits them. */
export async function submitLogin(
  page: Page,
  nameLabel: 'Email' | 'Merchant code',
  name: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel(nameLabel, { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
