import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { approveRequest, listApprovals } from '@zawadi/contract';
import { withdraw } from '@zawadi/story/steps';
import { adminBearer, hire, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { savedFile } from './helpers/saved-file.ts';
import { downloadStatement, uploadStatement } from './helpers/statements.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('S255 after an administrator resolves each difference planted in an M-PESA statement, the statement agrees', async ({
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
  // Hire a new administrator: amounts that one administrator moves alone in a day add up, up to a limit.
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
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
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
  await dialog.getByRole('button', { name: /^(Correct the ledger|Ask for approval)$/u }).click();
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
