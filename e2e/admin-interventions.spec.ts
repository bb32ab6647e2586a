import { randomInt } from 'node:crypto';
import { viewVoucher } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { signInAsAdmin } from './helpers/administrators.ts';
import { letVoucherExpire } from './helpers/database.ts';
import { expect, test } from './helpers/test.ts';

test('S251 refunds an expired gift, replaces a leaked code, and books a payment that M-PESA took back', async ({
  page,
  world,
  meet,
}) => {
  const [buyer, recipient] = [await meet('Amina', 'Wanjiru'), newPerson('Brian', 'Otieno')];
  const gift = { recipient, amount: 1_000, message: 'Hongera', cloth: 'birthday' } as const;
  const { requestId } = await buyGift(world, buyer, gift);
  const { code, claimToken } = await readGift(world, recipient);
  await letVoucherExpire(recipient.phoneNumber);
  await signInAsAdmin(page, `/admin/transactions/Deposit/${requestId}`);
  const voucher = page.locator('.sheet', {
    has: page.getByRole('heading', { name: 'Voucher', exact: true }),
  });
  await expect(voucher).toContainText('Expired');

  await voucher.getByRole('button', { name: 'Extend' }).click();
  const extending = page.getByRole('dialog', { name: 'Extend Brian Otieno’s voucher?' });
  await expect(extending).toContainText('It comes back with what was left on it');
  await extending.getByLabel('Reason').fill('In hospital until yesterday');
  await extending.getByRole('button', { name: 'Extend' }).click();
  await expect(page.getByText('Voucher extended')).toBeVisible();
  await expect(voucher).toContainText('Active');

  await voucher.getByRole('button', { name: 'Void' }).click();
  const voiding = page.getByRole('dialog', { name: /Void Brian Otieno’s voucher of KES\s950\?/u });
  await expect(voiding).toContainText('Code and link stop working at once.');
  await expect(voiding.getByLabel('A new voucher')).not.toBeChecked();
  await voiding.getByLabel('Another person').check();
  await voiding.getByLabel('Reason').fill('Sent to the wrong person');
  await voiding.getByRole('button', { name: 'Void voucher' }).click();
  await expect(voiding.getByText('Please enter a valid phone number', { exact: false })).toBeVisible();
  await voiding.getByLabel('Recipient’s full name').fill('Rose Kerubo');
  await voiding.getByLabel('Recipient’s phone').fill('0712 345 678');
  await expect(voiding).toContainText('for Rose Kerubo (2547****678)');
  await voiding.getByLabel('A new voucher').check();
  await voiding.getByLabel('Reason').fill('The code was posted in a group');
  await voiding.getByRole('button', { name: 'Void voucher' }).click();
  await expect(page.getByText('The new code is on its way to the recipient.')).toBeVisible();
  await expect(voucher).toContainText('Replaces');
  await expect.poll(async () => (await readGift(world, recipient)).code).not.toBe(code);
  expect(await world.api.call(viewVoucher, { params: { claimToken } })).toMatchObject({ balance: 0 });

  await page.getByRole('button', { name: 'M-PESA took it back…' }).click();
  const booking = page.getByRole('dialog', { name: /Book that M-PESA took KES\s1,000 back\?/u });
  await booking.getByLabel('Receipt of the reversal').fill(`UKR${randomInt(1_000_000, 9_999_999)}`);
  await booking.getByLabel('Reason').fill('On the statement of today');
  await booking.getByRole('button', { name: 'Book reversal' }).click();
  await expect(page.getByText('Reversal booked')).toBeVisible();
  await expect(page.locator('.life')).toContainText('expense:losses');
  await expect(page.locator('.page-head .badge')).toHaveText('Reversed');
  await expect(page.getByRole('button', { name: 'M-PESA took it back…' })).toBeHidden();

  await page.getByRole('link', { name: 'Audit log of this payment' }).click();
  await page.getByRole('button', { name: 'Purchase: reversal booked' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Payment [0-9A-F]{8}$/u })
    .click();
  await expect(page).toHaveURL(`/admin/transactions/Deposit/${requestId}`);
  await page.getByRole('link', { name: 'Audit log of the one that it replaces' }).click();
  await expect(page.getByRole('button', { name: /^Voucher: / })).toHaveText([
    'Voucher: voided',
    'Voucher: extended',
  ]);
});
