import { readTransaction, refundVoucher } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import { adminBearer, hire, signInAsAdmin } from './helpers/administrators.ts';
import { overflowOf } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

// The worker looks twice a minute, and the page too.
const NOTICED_MS = 90_000;

test('what waits for a second administrator is an alert on the dashboard and in the menu, until it is decided', async ({
  page,
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

  await signInAsAdmin(page, '/admin', await hire(world, 'support'));
  const alert = page.getByRole('listitem').filter({ hasText: 'for a second administrator' });
  await expect(alert).toBeVisible({ timeout: NOTICED_MS });
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Dashboard\s*\d+$/u })).toBeVisible();
  await alert.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(alert).toContainText('acknowledged by');
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await overflowOf(page)).toEqual([]);
  await alert.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL('/admin/transactions/approvals');
});
