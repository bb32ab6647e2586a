import { readTransaction, refundVoucher } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import { adminBearer, hire, inAnotherBrowser, signInAsAdmin } from './helpers/administrators.ts';
import { cutFigures } from './helpers/cut-text.ts';
import { whileThereIsAnAlert } from './helpers/database.ts';
import { overflowAtTwiceTheText, overflowOf } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

test('an alert stands before everything else on the dashboard, until somebody looks after it', async ({
  page,
  world,
}) => {
  const support = await hire(world, 'support');
  await whileThereIsAnAlert(40, async () => {
    await signInAsAdmin(page, '/admin', support);
    const alert = page.getByRole('listitem').filter({ hasText: 'refuses our callback addresses' });
    await expect(alert).toContainText('Since today');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\d+ alerts?$/u);
    await expect(
      page.getByRole('navigation').getByRole('link', { name: /^Dashboard\s*\d+$/u }),
    ).toBeVisible();
    expect(await overflowAtTwiceTheText(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(alert).toContainText('acknowledged by');
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await overflowOf(page)).toEqual([]);
  });
});

test('the work list leads those who may decide to what waits for them, and nobody else', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const recipient = newPerson('Njoki', 'Mbugua');
  const gift = { recipient, amount: 17_000, message: 'Asante', cloth: 'plain' } as const;
  const { requestId: transactionId } = await buyGift(world, await meet('Otieno', 'Ouma'), gift);
  const bearer = await adminBearer(world, await hire(world, 'finance'));
  const read = { params: { type: 'Deposit', transactionId } } as const;
  const voucherId = (await world.api.call(readTransaction, read, { bearer })).voucher?.voucherId ?? '';
  await world.api.call(refundVoucher, { body: { voucherId, reason: 'The buyer called' } }, { bearer });

  // Whoever let the maker in is no second person.
  await signInAsAdmin(page, '/admin', await hire(world, 'finance'));
  const row = page.locator('.work li').filter({ has: page.getByRole('heading', { name: /^Approvals?$/u }) });
  await expect(row.locator('.n')).toHaveText(/^\d+$/u);
  await expect(row.locator('time')).toHaveText(/^(?:Late: )?(?:Just now|\d+\s(?:min|h|days))$/u);
  await page.setViewportSize({ width: 360, height: 780 });
  expect([...(await overflowOf(page)), ...(await cutFigures(page))]).toEqual([]);
  await row.getByRole('link', { name: 'Decide' }).press('Enter');
  await expect(page).toHaveURL('/admin/transactions/approvals?status=Open');
  await expect(page.getByRole('button', { name: /^Refund KES 17,000/u })).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.locator('[aria-current]')).toHaveText('Approvals');
  await crumbs.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL('/admin/transactions');

  for (const [role, isThere] of [
    ['support', true],
    ['read-only', false],
  ] as const) {
    const other = await inAnotherBrowser(browser, '/admin', await hire(world, role));
    await expect(other.getByRole('heading', { name: 'Today’s Performance' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'To do' })).toHaveCount(isThere ? 1 : 0);
    await expect(other.locator('.work').getByRole('heading', { name: /^Approvals?$/u })).toHaveCount(0);
    await other.context().close();
  }
});
