import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { updateAdministrator, writeToSupport } from '@zawadi/contract';
import { adminBearer, beginWork, hire, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

test('S233 a switch and a role are changed, and the audit log says who, what and why', async ({
  page,
  world,
}) => {
  const email = await hire(world, 'support');
  const reason = `Shift plan ${randomInt(1_000_000)}`;
  await signInAsAdmin(page, '/admin/settings');
  for (const verb of ['on', 'off']) {
    await page.getByRole('switch', { name: 'Redeem by code' }).click();
    const dialog = page.getByRole('dialog', { name: `Switch ${verb} redeem by code?` });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: `Switch ${verb}` }).click();
    await expect(page.getByText(`Redeem by code is ${verb}`)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Staff' }).click();
  const colleague = page.getByRole('listitem').filter({ hasText: email });
  await colleague.getByRole('button', { name: 'Manage' }).click();
  const account = page.getByRole('dialog');
  await account.getByLabel('Role').selectOption('read-only');
  await account.getByRole('button', { name: 'Save Changes' }).click();
  await expect(account.getByText('Please give a reason')).toBeVisible();
  await account.getByLabel('Reason').fill(reason);
  await account.getByRole('button', { name: 'Save Changes' }).click();
  await expect(colleague).toContainText('Read-only');

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Search').fill(reason);
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await page.getByRole('button', { name: 'Staff: updated' }).click();
  const entry = page.getByRole('dialog', { name: 'Staff: updated' });
  await expect(entry.getByRole('row', { name: 'Staff role support read-only' })).toBeVisible();
  await expect(entry.getByText('Wairimu Kamau')).toBeVisible();
  await entry.getByRole('link', { name: 'Everything about this staff' }).click();
  await expect(page.getByRole('button', { name: 'Staff: created' })).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('The chain is whole.')).toBeVisible();
  const { content } = await savedFile(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(content.toString()).toContain(reason);
});

test('S240 staff are added, disabled and given a new password; no administrator manages themselves', async ({
  browser,
  page,
  world,
}) => {
  const email = `new.${randomInt(1_000_000_000)}@example.test`;
  await signInAsAdmin(page, '/admin/settings/staff');
  const own = page.getByRole('listitem').filter({ hasText: '(you)' });
  await expect(own.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add staff' }).click();
  const add = page.getByRole('dialog', { name: 'Add staff' });
  await add.getByLabel('Name').fill('Otieno Were');
  await add.getByLabel('Email').fill('admin2@zawadi.test');
  await add.getByRole('button', { name: 'Add staff' }).click();
  await expect(add.getByText('This address already belongs to one of your staff.')).toBeVisible();
  await add.getByLabel('Email').fill(email);
  await add.getByRole('button', { name: 'Add staff' }).click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('has a temporary password');
  const first = await mailedPassword(world, email);
  await beginWork(browser, email, first);
  await ask(page, row, 'Reset password', 'Reset the password of Otieno Were?');
  await expect(page.getByText('A temporary password was mailed', { exact: true })).toBeVisible();
  await expect.poll(() => mailedPassword(world, email)).not.toBe(first);
  await ask(page, row, 'Disable account', 'Disable the account of Otieno Were?');
  await expect(row.getByText('Inactive')).toBeVisible();
});

test('S253 a letter of a merchant is read and marked as answered', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Barua');
  const subject = `A batch is late ${randomInt(1_000_000)}`;
  const body = { subject, message: 'Habari,\n\nwhere is it?', reference: 'ST-20261119-ABCDE' };
  await world.api.call(writeToSupport, { body }, { bearer: shop.bearer });
  await signInAsAdmin(page, '/admin/support');
  await page.getByRole('button', { name: subject }).click();
  const letter = page.getByRole('dialog', { name: subject });
  await expect(letter.getByText('where is it?')).toBeVisible();
  await expect(letter.getByRole('link', { name: 'Reply by email' })).toHaveAttribute('href', /^mailto:/u);
  await letter.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('Marked as answered')).toBeVisible();
  await expect(page.getByRole('button', { name: subject })).toBeHidden();
  await page.getByLabel('Show').selectOption('Answered');
  await page.getByRole('button', { name: subject }).click();
  await expect(page.getByRole('dialog').getByText(/by Wairimu Kamau/u)).toBeVisible();
});

test('S243 a read-only administrator sees it all and changes nothing, also not past the screen', async ({
  page,
  world,
}) => {
  const email = await hire(world, 'read-only');
  await signInAsAdmin(page, '/admin/settings/staff', email);
  await expect(page.getByText(SECOND_ADMIN)).toBeVisible();
  await expect(page.getByRole('button', { name: /Add staff|Manage/u })).toHaveCount(0);
  await page.goto('/admin/reconciliation/statements');
  await expect(page.getByRole('heading', { name: 'Statements', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Upload|Pull/u })).toHaveCount(0);
  await page.goto('/admin/settings/fees-and-limits');
  await expect(page.getByText('Withdrawal fee').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0);
  const bearer = await adminBearer(world, email);
  const params = { administratorId: '0199f0aa-11bb-7c3d-9e4f-55667788990a' };
  const promotion = { staffRole: 'administrator', reason: 'Me' } as const;
  await expect(world.api.call(updateAdministrator, { params, body: promotion }, { bearer })).rejects.toThrow(
    'forbidden',
  );
});

type World = Parameters<typeof adminBearer>[0];

async function mailedPassword({ sandbox }: World, email: string): Promise<string> {
  const [, password = ''] = await sandbox.mail(email, /password:?\s+(\S{12,})/iu);
  return password;
}

async function ask(page: Page, row: Locator, action: string, question: string): Promise<void> {
  await row.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByLabel('Reason').fill('They asked on the phone');
  await dialog.getByRole('button', { name: action }).click();
}
