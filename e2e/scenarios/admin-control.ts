import { randomInt } from 'node:crypto';
import { writeToSupport } from '@zawadi/contract';
import { hire, signInAsAdmin } from '../helpers/administrators.ts';
import { findOnDesk, redeemWhileClosed } from '../helpers/fraud.ts';
import { openShop, type Shop } from '../helpers/shops.ts';
import { downloadStatement, uploadStatement } from '../helpers/statements.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

const SETTINGS = [
  'administrators',
  'fees-and-limits',
  'bookkeeping',
  'invoices',
  'messages',
  'fraud-rules',
  'audit',
] as const;

/** Walks the administrators' settings, templates and reconciliation, with their dialogs. */
export async function walkAdminControl(walk: Walk): Promise<void> {
  const { page, world, meet, look } = walk;
  await hire(world, 'finance');
  // Redeem now: the fraud rules check the redemption while the walk visits other pages.
  const closedShop = await redeemWhileClosed(world, 'Duka la Usiku', await meet('Wanja', 'Ndegwa'));
  const shop = await openShop(world, 'Duka la Swali');
  const letter = { subject: 'A batch is late', message: 'Habari,\nwhere is it?' };
  await world.api.call(writeToSupport, { body: letter }, { bearer: shop.bearer });
  await signInAsAdmin(page, '/admin/settings');
  const dailyMail = page.getByRole('switch', { name: 'Send me yesterday’s figures' });
  // A first try of this test leaves the mail switched on.
  if (!(await dailyMail.isChecked())) await dailyMail.click();
  await expect(page.getByLabel('Language')).toBeVisible();
  await look(page, 'admin-daily-mail');
  await page.getByRole('button', { name: 'Find anything' }).click();
  await look(page, 'admin-search');
  await page.getByRole('searchbox', { name: 'What the caller reads out' }).fill(shop.businessName);
  await expect(page.getByRole('link', { name: shop.merchantCode })).toBeVisible();
  await look(page, 'admin-search-found');
  await page.keyboard.press('Escape');
  for (const screen of SETTINGS) {
    await show(walk, `settings/${screen}`);
    await look(page, `admin-settings-${screen}`);
  }
  await dialogs(walk);
  await fraudDesk(walk, closedShop);
  await show(walk, 'support');
  await look(page, 'admin-support');
  await page.getByRole('button', { name: letter.subject }).first().click();
  await look(page, 'admin-letter');
  await page.getByRole('button', { name: 'Hand to finance' }).click();
  await look(page, 'admin-letter-hand-over');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await reconciliation(walk);
  await postingDesk(walk);
  await savedViews(walk);
}

async function savedViews({ page, look }: Walk): Promise<void> {
  await visit(page, '/admin/settings/audit');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  const form = page.getByRole('dialog', { name: 'Save this view' });
  const name = `What the shop changed ${randomInt(10_000_000)}`;
  await form.getByLabel('Name').fill(name);
  await look(page, 'admin-view-save');
  await form.getByRole('button', { name: 'Save view' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await look(page, 'admin-views');
}

async function show({ page }: Walk, path: string): Promise<void> {
  await visit(page, `/admin/${path}`);
}

async function dialogs(walk: Walk): Promise<void> {
  const { page, look } = walk;
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('The chain is whole.')).toBeVisible();
  await page.getByRole('button', { name: 'Administrator: created' }).first().click();
  await look(page, 'admin-audit-entry');
  await show(walk, 'settings/administrators');
  await page
    .getByRole('button', { name: /^Manage Njeri/u })
    .first()
    .click();
  await look(page, 'admin-administrators-manage');
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await look(page, 'admin-administrators-disable');
  await show(walk, 'settings/fees-and-limits');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await look(page, 'admin-fees-and-limits-change');
  await page.getByLabel('Withdrawal fee').fill('2');
  await page.getByRole('button', { name: 'Review change' }).click();
  await look(page, 'admin-fees-and-limits-review');
  await show(walk, 'settings/health');
  await look(page, 'admin-health');
  await show(walk, 'settings/stops');
  await look(page, 'admin-stops');
  await page.getByRole('button', { name: 'Stop withdrawing' }).click();
  await look(page, 'admin-stops-start');
  await show(walk, 'settings/fraud-rules');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await look(page, 'admin-fraud-rules-change');
  await page.getByRole('button', { name: 'Preview on the last 30 days' }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('row')).toHaveCount(14);
  await look(page, 'admin-fraud-rules-preview');
  for (const screen of ['bookkeeping', 'invoices']) {
    await show(walk, `settings/${screen}`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await look(page, `admin-${screen}-change`);
  }
  for (const channel of ['SMS', 'Email']) {
    await show(walk, 'settings/messages');
    await page.getByRole('link', { name: `A withdrawal is paid out to the own number, ${channel}` }).click();
    await expect(page.getByRole('heading', { name: 'As it arrives' })).toBeVisible();
    await look(page, `admin-message-${channel.toLowerCase()}`);
  }
}

async function fraudDesk({ page, look }: Walk, shop: Shop): Promise<void> {
  await findOnDesk(page, shop);
  await look(page, 'admin-fraud-desk');
  await page
    .getByRole('checkbox', { name: `Select ${shop.businessName}` })
    .first()
    .check();
  await look(page, 'admin-fraud-desk-selected');
  await page.getByRole('link', { name: shop.businessName }).click();
  await expect(page.getByRole('heading', { name: 'Notes and history' })).toBeVisible();
  await look(page, 'admin-fraud-alert');
  for (const [button, name] of [
    ['Assign…', 'admin-fraud-alert-assign'],
    ['Close…', 'admin-fraud-alert-close'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await look(page, name);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Open a case…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What is suspicious?').fill('Sales at night');
  await look(page, 'admin-fraud-case-open');
  await dialog.getByRole('button', { name: 'Open case' }).click();
  await expect(page.getByRole('heading', { name: /^Case \d+: /u })).toBeVisible();
  await look(page, 'admin-fraud-case');
  await page.getByRole('button', { name: 'Prepare…' }).click();
  await look(page, 'admin-fraud-case-report');
  await visit(page, '/admin/fraud-cases');
  await expect(page.getByText(shop.businessName).first()).toBeVisible();
  await look(page, 'admin-fraud-cases');
  await visit(page, '/admin/fraud-alerts/block-list');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await look(page, 'admin-block-list-add');
}

async function postingDesk({ page, look }: Walk): Promise<void> {
  await visit(page, '/admin/posting-requests');
  await page.getByRole('button', { name: 'New posting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('2,500.50');
  await dialog.getByLabel('Paid in by').fill('Zawadi Ltd');
  await dialog.getByLabel('Document').setInputFiles({
    name: 'bank-advice.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7 ${randomInt(10_000_000)}`),
  });
  await dialog.getByLabel('Reason').fill('The bank credited it on 30 November');
  await expect(dialog.getByText('This needs a second administrator.')).toBeVisible();
  await look(page, 'admin-posting-new');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Zawadi Ltd').first()).toBeVisible();
  await look(page, 'admin-postings');
  await page.getByRole('link', { name: 'Bank float put in' }).first().click();
  await expect(page.getByText('bank-advice.pdf')).toBeVisible();
  await look(page, 'admin-posting');
}

async function reconciliation(walk: Walk): Promise<void> {
  const { page, sandboxUrl, mpesaBehaves, look } = walk;
  const receipt = `UKY${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const stranger = { account: 'utility', receipt, amount: 5_000, details: 'Deposit of Funds' };
  await mpesaBehaves({ statement: { without: [], amounts: {}, strangers: [stranger] } });
  await show(walk, 'reconciliation');
  await look(page, 'admin-differences');
  await uploadStatement(page, 'utility', await downloadStatement(sandboxUrl, 'utility'));
  await look(page, 'admin-statement');
  await page.getByRole('button', { name: receipt }).click();
  await look(page, 'admin-difference');
  await page.getByRole('button', { name: 'Correct the ledger' }).click();
  await look(page, 'admin-correction');
  await show(walk, 'reconciliation/statements');
  await look(page, 'admin-statements');
  await page.getByRole('button', { name: 'Upload statement' }).click();
  await look(page, 'admin-upload');
  await bankStatement(walk);
  await show(walk, 'reconciliation/balances');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.locator('.float-check').first()).toContainText(/Agrees|Differs/u);
  await look(page, 'admin-balances');
}

/** A bank whose headings we do not know: the form asks for the columns, and a line leads to the posting desk. */
async function bankStatement(walk: Walk): Promise<void> {
  const { page, look } = walk;
  const reference = `FT${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const text = `Tarehe,Maelezo,Namba,Kiasi,Salio\n20/11/2026,Ledger fee,${reference},-38.50,961.50\n`;
  const dialog = page.getByRole('dialog', { name: 'Upload a statement' });
  await dialog.getByLabel('Account', { exact: true }).selectOption('bank');
  await dialog
    .getByLabel('Statement', { exact: true })
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByRole('button', { name: 'Upload and compare' }).click();
  await dialog.getByLabel('Day', { exact: true }).selectOption('Tarehe');
  await dialog.getByLabel('Details').selectOption('Maelezo');
  await dialog.getByLabel('Reference').selectOption('Namba');
  await dialog.getByLabel(/^Amount with a sign/u).selectOption('Kiasi');
  await dialog.getByLabel('Balance after the line').selectOption('Salio');
  await look(page, 'admin-upload-columns');
  await dialog.getByRole('button', { name: 'Upload and compare' }).click();
  await page.getByRole('button', { name: reference }).click();
  await look(page, 'admin-bank-line');
  await page.getByRole('button', { name: 'Post…' }).first().click();
  await look(page, 'admin-bank-posting');
}
