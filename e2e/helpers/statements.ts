import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Downloads today's M-PESA statement from the sandbox, as an operator would from M-PESA's portal. */
export async function downloadStatement(sandboxUrl: string, account: string): Promise<Buffer> {
  const response = await fetch(`${sandboxUrl}/control/statement?account=${account}`);
  if (!response.ok) throw new Error(`no statement: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Uploads a statement on the reconciliation page, and waits for the result. */
export async function uploadStatement(
  page: Page,
  account: 'collection' | 'utility' | 'working' | 'bank',
  buffer: Buffer,
): Promise<void> {
  await page.goto('/admin/reconciliation/statements');
  await page.getByRole('button', { name: 'Upload statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a statement' });
  await dialog.getByLabel('Account', { exact: true }).selectOption(account);
  await dialog
    .getByLabel('Statement', { exact: true })
    .setInputFiles({ name: `${account}.csv`, mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Upload and compare' }).click();
  await expect(page).toHaveURL(/\/admin\/reconciliation\/statements\/[0-9a-f-]{36}/u);
  await expect(page.getByRole('heading', { name: 'The statement' })).toBeVisible();
}
