import { coverMsisdn, registerTransaction, startWithdrawal } from '@zawadi/contract';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { payOutRequest, withdrawalRegistration } from '@zawadi/story/payment-requests';
import { newPerson } from '@zawadi/story/people';
import { hire, inAnotherBrowser, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { letOrderAge, letReportAge } from './helpers/database.ts';
import { registerGift } from './helpers/gifts.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { payBill, pickUp } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { toastOf } from './helpers/toasts.ts';
import { withWallet } from './helpers/wallet.ts';

// Time until the worker's sweep, which runs every five seconds.
const BY_SWEEP_MS = 50_000;

test('a buyer who pays by hand at the pay bill sees what to type, then that the payment is being checked, then that it is paid', async ({
  page,
  context,
  meet,
  world,
  sandboxUrl,
  mpesaBehaves,
}) => {
  const buyer = await meet('Wanjala', 'Simiyu');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 1_450, recipient: newPerson('Nafula', 'Wekesa') });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(toastOf(page, 'Transaction registered successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with Pay Bill' }).click();
  const byHand = page.getByRole('region', { name: 'Pay with Pay Bill' });
  await expect(byHand).toBeVisible();
  // No toast of the previous step may cover the buttons of this step.
  expect(await page.locator('.toast').count()).toBe(0);
  await page.reload();
  await expect(byHand).toContainText(sandboxCredentials.shortCode);
  await expect(byHand).toContainText(/KES\s1,450/u);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await byHand.getByRole('button', { name: 'Copy: Account number' }).click();
  const reference = await page.evaluate(() => navigator.clipboard.readText());
  await byHand.getByRole('button', { name: 'I have paid' }).click();
  await expect(byHand).toContainText('We have not received your payment yet.');
  expect(await overflowAt320(page)).toEqual([]);

  await mpesaBehaves({
    callback: { drop: false },
    failHttp: { path: '/mpesa/transactionstatus', status: 503, times: 100 },
  });
  await payBill(await pickUp(context, sandboxUrl, buyer.phoneNumber), { reference, amount: '1,450' });
  await expect(page.getByRole('heading', { name: 'We have your payment and are checking it' })).toBeVisible();
  await expect(byHand).toBeHidden();
  await mpesaBehaves({ failHttp: { path: '/mpesa/transactionstatus', status: 503, times: 0 } });
  await letReportAge(reference);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible({ timeout: BY_SWEEP_MS });
  await world.sandbox.mail(buyer.email, /paid/iu);
  await page.goto('/dashboard/transactions');
  await page.getByRole('link', { name: 'Nafula Wekesa' }).click();
  await expect(page.getByText(coverMsisdn(buyer.phoneNumber))).toBeVisible();
});

test('one administrator decides a withdrawal about which M-PESA does not answer, and another administrator approves', async ({
  page,
  browser,
  world,
  meet,
  mpesaBehaves,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Halima', 'Noor']);
  await mpesaBehaves({ callback: { drop: true } });
  const { bearer } = person;
  const registered = await world.api.call(
    registerTransaction,
    { body: withdrawalRegistration(person, 400) },
    { bearer },
  );
  await world.api.call(startWithdrawal, payOutRequest(person, registered), { bearer });
  const { requestId } = registered;
  const [, receipt = ''] = await world.sandbox.sms(
    person.phoneNumber,
    /^([A-Z0-9]{10}) Confirmed\. .*received/u,
  );
  await letOrderAge(requestId, 2);
  await signInAsAdmin(page, `/admin/transactions/Withdrawal/${requestId}`, await hire(world, 'finance'));
  await page.getByRole('button', { name: 'Mark…' }).click();
  const dialog = page.getByRole('dialog', { name: /What became of the KES\s390\?/u });
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(dialog.getByText('Please enter the ten characters of M-PESA’s receipt')).toBeVisible();
  await dialog.getByLabel('M-PESA receipt').fill(receipt.toLowerCase());
  await dialog.getByLabel('Reason').fill('Statement of the utility account');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
  await expect(page.locator('.page-head .badge')).toHaveText('Pending');
  const second = await inAnotherBrowser(browser, '/admin/transactions/approvals', SECOND_ADMIN);
  await second.getByRole('button', { name: new RegExp(`paid under receipt ${receipt}`, 'u') }).click();
  await second.getByRole('button', { name: 'Approve…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByRole('dialog')).toBeHidden();
  await second.context().close();
  await page.reload();
  await expect(page.locator('.page-head .badge')).toHaveText('Success');
  await expect(page.getByLabel('Summary and voucher')).toContainText(receipt);
});
