import { updateMerchant } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import {
  ADMIN,
  adminBearer,
  approveAbout,
  inAnotherBrowser,
  SECOND_ADMIN,
} from './helpers/administrators.ts';
import { overflowOf } from './helpers/overflow.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

const APPROVALS = '/admin/transactions/approvals?status=Open';

test('a payout channel set after a change of contact waits for two administrators, and the former contact can stop pay-outs by a mailed link', async ({
  page,
  browser,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Subira');
  const { email: contactEmail } = newPerson('Musa', 'Otieno');
  await world.api.call(
    updateMerchant,
    { body: { merchantId: shop.merchantId, contactEmail, reason: 'The owner called' } },
    { bearer: await adminBearer(world, ADMIN) },
  );
  await approveAbout(world, shop.merchantId);
  const [link = ''] = await world.sandbox.mail(
    shop.contactEmail,
    /https?:\S+\/merchant\/contact-moved#token=\S+/u,
  );

  await signInAtShop(page, shop.merchantCode, '/merchant/dashboard/settings');
  await page.getByRole('button', { name: 'Set channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set the pay-out channel' });
  await dialog.getByLabel('M-PESA number').fill('0712 000 001');
  await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Save channel' }).click();
  const waits = page.getByText(/M-PESA 0712 000 001 waits until Zawadi has checked it/u);
  await expect(waits).toBeVisible();
  await expect(page.getByText('We cannot pay you yet')).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toEqual([]);

  const first = await inAnotherBrowser(browser, APPROVALS, ADMIN);
  const request = { name: /^Pay Duka la Subira .* to M-PESA/u };
  await first.getByRole('button', request).click();
  await expect(
    first.getByText('No administrator has asked for this, so two have to approve it.'),
  ).toBeVisible();
  await first.getByRole('button', { name: 'Approve…' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(first.getByText('It is now waiting for a second administrator.')).toBeVisible();
  await first.context().close();
  await page.reload();
  await expect(waits).toBeVisible();
  const second = await inAnotherBrowser(browser, APPROVALS, SECOND_ADMIN);
  await second.getByRole('button', request).click();
  await second.getByRole('button', { name: 'Approve…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('It is carried out.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('M-PESA 0712 000 001')).toBeVisible();
  await expect(waits).toBeHidden();

  // Opening the link must change nothing; only the button on its page does.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await page.goto('/merchant/dashboard/settings');
  const held = page.getByText(/We pay nothing out until we have checked/u);
  await expect(page.getByText('Money goes to')).toBeVisible();
  await expect(held).toBeHidden();
  await page.goto(link);
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect(page.getByText('We have stopped pay-outs.')).toBeVisible();
  await page.goto('/merchant/dashboard/settings');
  await expect(held).toBeVisible();
  await second.goto(APPROVALS);
  await expect(second.getByRole('button', { name: /^Pay Duka la Subira .* out again/u })).toBeVisible();
  await second.context().close();
  await approveAbout(world, shop.merchantId, ADMIN);
  await approveAbout(world, shop.merchantId);
  await page.reload();
  await expect(page.getByText('Money goes to')).toBeVisible();
  await expect(held).toBeHidden();
});
