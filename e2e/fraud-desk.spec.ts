import { readFile } from 'node:fs/promises';
import { acknowledgeFraudAlert, fraudAlerts } from '@zawadi/contract';
import { signInAsAdmin, SECOND_ADMIN } from './helpers/administrators.ts';
import { findOnDesk, redeemWhileClosed } from './helpers/fraud.ts';
import { overflowOf } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

test('a fraud alert is found, taken, noted, closed with an outcome and opened again', async ({
  page,
  world,
  meet,
}) => {
  const shop = await redeemWhileClosed(world, 'Duka la Usiku', await meet('Wanja', 'Ndegwa'));
  await signInAsAdmin(page, '/admin', SECOND_ADMIN);
  await page.getByRole('navigation').getByRole('link', { name: 'Fraud desk' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fraud desk' })).toBeVisible();
  await findOnDesk(page, shop);
  await expect(page.getByText('1 alert', { exact: true })).toBeVisible();
  // That the merchant has looked at it closes nothing here.
  const { alerts } = await world.api.call(fraudAlerts, { query: {} }, shop);
  const body = { alertId: alerts[0]?.alertId ?? '' };
  await world.api.call(acknowledgeFraudAlert, { body }, shop);
  await page.reload();
  await page.getByRole('link', { name: shop.businessName }).click();

  await expect(page.getByRole('heading', { name: 'Outside opening hours: Duka la Usiku' })).toBeVisible();
  await expect(page.getByText('Seen by the merchant')).toBeVisible();
  await expect(page.getByRole('table').getByText(/KES\s350/u)).toBeVisible();
  await page.getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText(/ took it/u)).toBeVisible();

  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Please write a note')).toBeVisible();
  await page.getByLabel('New note').fill('Called the owner.\nThe hours are wrong.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Called the owner.')).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('');

  await page.getByRole('button', { name: 'Close…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close alert' }).click();
  await expect(dialog.getByText('Please choose the outcome')).toBeVisible();
  await dialog.getByLabel('False alarm').check();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The shop forgot to set its hours');
  await dialog.getByRole('button', { name: 'Close alert' }).click();
  await expect(page.getByText('False alarm. Closed by')).toBeVisible();
  await page.getByRole('button', { name: 'Reopen…' }).click();
  await dialog.getByLabel('Reason').fill('It happened again');
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('button', { name: 'Close…' })).toBeVisible();
  await expect(page.getByText('The shop forgot to set its hours')).toBeVisible();

  await page.getByRole('link', { name: 'What administrators did about it' }).click();
  for (const action of ['assigned', 'noted', 'closed', 'reopened'])
    await expect(page.getByRole('button', { name: `Fraud alert: ${action}` })).toBeVisible();
  await page.goto(`/admin/merchants/${shop.merchantCode}`);
  await expect(page.getByRole('heading', { name: 'Fraud alerts (1)' })).toBeVisible();
  await page.getByRole('link', { name: 'Outside opening hours' }).click();
  await page.getByRole('link', { name: 'Brian Otieno' }).click();
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^Freeze Brian Otieno/u })).toBeVisible();
});

test('the fraud desk is narrowed and saved as a file, and fits a phone', async ({ page, world, meet }) => {
  const shop = await redeemWhileClosed(world, 'Duka la Mchana', await meet('Wanja', 'Ndegwa'));
  await signInAsAdmin(page, '/admin');
  await findOnDesk(page, shop);
  await page.goto('/admin/fraud-alerts');
  await page.getByLabel('Search').fill('la mchana');
  await expect(page.getByText('1 alert', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'High severity' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('No alerts found')).toBeVisible();
  await page.getByRole('button', { name: 'Remove: High severity' }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^fraud-alerts-\d{4}-\d\d-\d\d\.csv$/u);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain('Duka la Mchana');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('link', { name: shop.businessName }).click();
  await expect(page.getByRole('heading', { name: 'Notes and history' })).toBeVisible();
  expect(await overflowOf(page)).toEqual([]);
});

test('fraud rules are previewed on what has happened before they are saved', async ({
  page,
  world,
  meet,
}) => {
  const shop = await redeemWhileClosed(world, 'Duka la Jioni', await meet('Wanja', 'Ndegwa'));
  await signInAsAdmin(page, '/admin');
  await findOnDesk(page, shop);
  await page.goto('/admin/settings/fraud-rules');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('switch', { name: 'Outside opening hours' }).click();
  await page.getByRole('button', { name: 'Preview on the last 30 days' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row', { name: /^Outside opening hours [1-9]\d* 0$/u })).toBeVisible();
  // What was previewed is not what is typed any more.
  await page.getByLabel('Purchases').fill('2');
  await expect(preview).toBeHidden();
  await page.getByRole('switch', { name: 'Outside opening hours' }).click();
  await page.getByLabel('Or a value of').last().fill('1');
  await page.getByRole('button', { name: 'Preview on the last 30 days' }).click();
  await expect(preview.getByRole('row', { name: /^Busy buyer \d+ [1-9]/u })).toBeVisible();
  await expect(preview.getByText('Wanja Ndegwa').first()).toBeVisible();
  await page.getByLabel('Purchases').fill('many');
  await page.getByRole('button', { name: 'Preview on the last 30 days' }).click();
  await expect(page.getByText('Please enter a whole number')).toBeVisible();
});
