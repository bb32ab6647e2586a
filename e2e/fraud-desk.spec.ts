import { acknowledgeFraudAlert, fraudAlerts } from '@zawadi/contract';
import { signInAsAdmin, SECOND_ADMIN } from './helpers/administrators.ts';
import { findOnDesk, redeemWhileClosed } from './helpers/fraud.ts';
import { expect, test } from './helpers/test.ts';

test('an administrator finds a fraud alert, takes it, adds a note, closes it with an outcome, reopens it and reports it in a case', async ({
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
  // The merchant acknowledges the alert. This must not close it for administrators.
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

  await page.getByRole('button', { name: 'Open a case…' }).click();
  await dialog.getByLabel('What is suspicious?').fill('Sales at night');
  await dialog.getByRole('button', { name: 'Open case' }).click();
  await expect(page.getByRole('heading', { name: /^Case \d+: Duka la Usiku$/u })).toBeVisible();
  await expect(page.getByText('Sales at night')).toBeVisible();
  await page.getByRole('button', { name: 'Prepare…' }).click();
  await dialog.getByLabel('Why are these transactions suspicious?').fill('The shop is closed at night.');
  await dialog.getByRole('button', { name: 'Prepare report' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF to sign, report 1' }).click();
  expect((await download).suggestedFilename()).toMatch(/^report-\d+-1\.pdf$/u);
  await page.getByRole('link', { name: 'Outside opening hours' }).click();

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
