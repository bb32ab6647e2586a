import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { approveRequest, listApprovals, updateAdministrator, writeToSupport } from '@zawadi/contract';
import { withdraw } from '@zawadi/story/steps';
import { adminBearer, beginWork, hire, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { savedFile } from './helpers/saved-file.ts';
import { openShop } from './helpers/shops.ts';
import { downloadStatement, uploadStatement } from './helpers/statements.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('S255 a statement with planted differences is compared, settled item by item, and then agrees', async ({
  page,
  world,
  sandboxUrl,
  meet,
  mpesaBehaves,
}) => {
  const saver = await withWallet(world, meet, 2_000);
  const [dropped = '', changed = ''] = [
    (await withdraw(world, saver, 400)).transactionCode,
    (await withdraw(world, saver, 500)).transactionCode,
  ];
  const [small, large] = [newReceipt(), newReceipt()];
  const strangers = [
    { account: 'utility', receipt: small, amount: 5_000, details: 'Deposit of Funds' },
    { account: 'utility', receipt: large, amount: 12_000, details: 'Deposit of Funds' },
  ];
  await mpesaBehaves({ statement: { without: [dropped], amounts: { [changed]: 444 }, strangers } });
  // What one person does alone within a day counts together.
  await signInAsAdmin(page, '/admin/reconciliation', await hire(world, 'finance'));
  await uploadStatement(page, 'utility', await downloadStatement(sandboxUrl, 'utility'));
  await expect(page.getByText('Differences were found')).toBeVisible();
  await expect(rowOf(page, dropped)).toContainText('Missing there');
  await expect(rowOf(page, changed)).toContainText('Amount differs');
  await page.getByLabel('What differs').selectOption('Missing here');
  await expect(rowOf(page, changed)).toBeHidden();
  await expect(rowOf(page, small)).toContainText('KES 5,000.00');

  await page.getByRole('button', { name: small }).click();
  await page.getByRole('button', { name: 'Ask M-PESA' }).click();
  await expect(page.getByText('No payment fits')).toBeVisible();
  await correct(page, small, 'Float put in or taken out', 'Put in on Monday');
  await expect(page.getByText('The ledger was corrected')).toBeVisible();
  await expect(rowOf(page, small)).toBeHidden();
  await page.getByRole('button', { name: large }).click();
  await correct(page, large, 'Float put in or taken out', 'Put in on Tuesday');
  await expect(page.getByText('Approval requested')).toBeVisible();
  await page.getByLabel('Status').selectOption('Waits for approval');
  await expect(rowOf(page, large)).toBeVisible();
  await approveCorrection(world, large);
  await page.getByLabel('Status').selectOption('Booked');
  await expect(rowOf(page, large)).toBeVisible();

  await page.goto(`/admin/reconciliation?search=${changed}`);
  await page.getByRole('button', { name: changed }).click();
  await page.getByRole('button', { name: 'Explain' }).click();
  const explain = page.getByRole('dialog', { name: `Leave ${changed} as it is?` });
  await explain.getByRole('button', { name: 'Explain' }).click();
  await expect(explain.getByText('Please give a reason')).toBeVisible();
  await explain.getByLabel('Reason').fill('A faulty download');
  await explain.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();

  await mpesaBehaves({ statement: { without: [], amounts: {}, strangers } });
  await uploadStatement(page, 'utility', await downloadStatement(sandboxUrl, 'utility'));
  await expect(page.getByText('Nothing is open: every line agrees or is settled.')).toBeVisible();
  const { name, content } = await savedFile(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  );
  expect(name).toMatch(/^reconciliation-\d{4}-\d\d-\d\d\.csv$/u);
  expect(content.toString()).toContain(small);
});

test('S256 what is no statement is refused, and M-PESA’s own list and balances are asked for', async ({
  page,
}) => {
  await signInAsAdmin(page, '/admin/reconciliation/statements');
  await page.getByRole('button', { name: 'Upload statement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Upload and compare' }).click();
  await expect(dialog.getByText('Please choose a statement')).toBeVisible();
  const odd = { name: 'holiday.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };
  await dialog.getByLabel('Statement', { exact: true }).setInputFiles(odd);
  await dialog.getByRole('button', { name: 'Upload and compare' }).click();
  await expect(dialog.getByText('This is not an M-PESA statement that we can read.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Pull from M-PESA' }).click();
  await page.getByRole('button', { name: 'Pull and compare' }).click();
  await expect(page.getByText('Pulled from M-PESA')).toBeVisible();
  await page.goto('/admin/reconciliation/balances');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('M-PESA was asked')).toBeVisible();
  await expect(page.locator('.float-check').first()).toContainText(/Agrees|Differs/u);
});

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
  await expect(page.getByRole('heading', { name: 'Statements' })).toBeVisible();
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

function newReceipt(): string {
  return `UKZ${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

function rowOf(page: Page, receipt: string) {
  return page.getByRole('row').filter({ hasText: receipt });
}

async function correct(page: Page, receipt: string, where: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Correct the ledger' }).click();
  const dialog = page.getByRole('dialog', { name: `Correct the ledger for ${receipt}?` });
  await dialog.getByLabel('Where the difference goes').selectOption(where);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Correct the ledger' }).click();
}

type World = Parameters<typeof adminBearer>[0];

async function approveCorrection(world: World, receipt: string): Promise<void> {
  const bearer = await adminBearer(world, SECOND_ADMIN);
  const query = { status: 'Open', kind: 'correction' } as const;
  const { approvals } = await world.api.call(listApprovals, { query }, { bearer });
  const waiting = approvals.find(({ summary }) => summary.includes(receipt));
  const body = { approvalId: waiting?.approvalId ?? '', reason: 'As the bank says' };
  await world.api.call(approveRequest, { body }, { bearer });
}

async function mailedPassword({ sandbox }: World, email: string): Promise<string> {
  const [, password = ''] = await sandbox.mail(email, /password:?\s+(\S{12,})/iu);
  return password;
}

async function ask(
  page: Page,
  row: ReturnType<typeof rowOf>,
  action: string,
  question: string,
): Promise<void> {
  await row.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByLabel('Reason').fill('They asked on the phone');
  await dialog.getByRole('button', { name: action }).click();
}
