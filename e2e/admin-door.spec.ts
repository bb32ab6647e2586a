import { randomInt } from 'node:crypto';
import { replaceTemporaryPassword, signInAsAdmin } from './helpers/administrators.ts';
import { expect, test } from './helpers/test.ts';

test('a new administrator replaces the temporary password and signs in with the new one', async ({
  browser,
  page,
  world,
}) => {
  const email = `new.${randomInt(1_000_000_000)}@example.test`;
  await signInAsAdmin(page, '/admin/settings/administrators');
  await page.getByRole('button', { name: 'Add administrator' }).click();
  const add = page.getByRole('dialog', { name: 'Add administrator' });
  await add.getByLabel('Name').fill('Otieno Were');
  await add.getByLabel('Email').fill(email);
  await add.getByRole('button', { name: 'Add administrator' }).click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('has a temporary password');
  const [, temporary = ''] = await world.sandbox.mail(email, /password:?\s+(\S{12,})/iu);
  await replaceTemporaryPassword(browser, email, temporary);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await signInAsAdmin(page, '/admin/users', email);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('Otieno Were')).toBeVisible();
  await expect(sidebar.locator('.who').getByText('Read-only', { exact: true })).toBeVisible();
});
