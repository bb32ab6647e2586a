import { newPerson } from '@zawadi/story/people';
import { fillGift, registerGift, sendPrompt } from './helpers/gifts.ts';
import { cancelPrompt, enterPin, payOnPhone, pickUp } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

// Without a callback the sweep asks, at first after fifteen seconds.
const BY_SWEEP_MS = 50_000;
const NOTHING_CHARGED = 'Nothing was charged. You can try again, from this or another number.';

test('S369 a prompt cancelled on the phone is Canceled with its reason, and trying again pays', async ({
  page,
  context,
  meet,
  sandboxUrl,
}) => {
  const buyer = await meet('Achieng', 'Odera');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 500, recipient: newPerson('Baraka', 'Mwita') });
  await sendPrompt(page);
  const phone = await pickUp(context, sandboxUrl, buyer.phoneNumber);
  await cancelPrompt(phone);

  await expect(page.getByRole('heading', { name: 'The prompt was cancelled on the phone.' })).toBeVisible();
  await expect(page.getByText(NOTHING_CHARGED)).toBeVisible();
  expect(await page.getByText('Payment initiated successfully!').count()).toBe(0);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Canceled' })).toBeVisible();
  await expect(page.getByText('Payment completed successfully!')).toBeHidden();

  await page.getByRole('button', { name: 'Try again' }).click();
  await sendPrompt(page);
  await enterPin(phone, '1234');
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
});

test('S495 a wrong PIN charges nothing and says so', async ({ page, context, meet, sandboxUrl }) => {
  const buyer = await meet('Chebet', 'Koech');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 500, recipient: newPerson('Dalmas', 'Otieno') });
  await sendPrompt(page);
  await enterPin(await pickUp(context, sandboxUrl, buyer.phoneNumber), '0000');
  await expect(page.getByRole('heading', { name: 'The PIN was wrong' })).toBeVisible();
  await expect(page.getByText(NOTHING_CHARGED)).toBeVisible();
});

test('S373 an unanswered prompt expires by itself', async ({ page, meet, mpesaBehaves }) => {
  const buyer = await meet('Hamisi', 'Juma');
  await mpesaBehaves({ promptLifetimeMs: 2_000 });
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 250, recipient: newPerson('Imani', 'Kariuki') });
  // The prompt may be gone before the page has shown it.
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await expect(page.getByRole('heading', { name: 'The prompt was not answered in time.' })).toBeVisible({
    timeout: BY_SWEEP_MS,
  });
});

test('S371 a payment whose callback is lost still arrives by itself', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const buyer = await meet('Jabali', 'Mumo');
  await mpesaBehaves({ callback: { drop: true } });
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 250, recipient: newPerson('Kadzo', 'Karisa') });
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible({ timeout: BY_SWEEP_MS });
  await expect(page.getByText('Payment completed successfully!')).toBeVisible();
});

test('S366 Fetch Payment says that a prompt is still open, and later brings the payment', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const buyer = await meet('Lulu', 'Cherono');
  await mpesaBehaves({ callback: { drop: true } });
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 250, recipient: newPerson('Musa', 'Barasa') });
  await page.getByRole('button', { name: 'Fetch Payment' }).click();
  await expect(page.getByText('We have not asked M-PESA yet. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('No prompt?')).toBeHidden();
  await sendPrompt(page);
  await expect(page.getByText('Payment status not completed.')).toBeHidden();
  await page.getByRole('button', { name: 'Fetch Payment' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Payment status not completed' }).first();
  await expect(toast).toContainText('Please try again or contact support if the issue persists.');
  await expect(page.getByText('Check your network, and that the phone is unlocked.')).toBeVisible();

  await payOnPhone(world, buyer.phoneNumber);
  // M-PESA may need a moment until its answer is the new one.
  await expect(async () => {
    await page.getByRole('button', { name: 'Fetch Payment' }).click();
    await expect(page.getByText('Payment fetched successfully!')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
});

test('S365 Back keeps what was typed, and going on registers nothing twice', async ({ page, meet }) => {
  const buyer = await meet('Nafula', 'Wekesa');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 1_200, recipient: newPerson('Okoth', 'Ouma'), message: 'Hongera!' });
  const registered = page.url();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue(/1,?200/u);
  await expect(page.getByLabel('Message')).toHaveValue('Hongera!');
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await expect(page).toHaveURL(registered);
});

test('S368 a reload in the middle of the payment finds it again, and New Transaction begins empty', async ({
  page,
  meet,
  world,
}) => {
  const buyer = await meet('Pendo', 'Mutua');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 400, recipient: newPerson('Rehema', 'Ali'), message: 'Karibu' });
  await sendPrompt(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('article', { name: /Voucher for Rehema Ali/u })).toContainText('Karibu');
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();

  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.getByRole('button', { name: 'New Transaction' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('S370 a second tab follows the same payment, and both complete', async ({
  page,
  context,
  meet,
  world,
}) => {
  const buyer = await meet('Salma', 'Hassan');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 600, recipient: newPerson('Tabitha', 'Kilonzo') });
  const other = await context.newPage();
  await other.goto(page.url());
  await sendPrompt(page);
  await expect(other.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await payOnPhone(world, buyer.phoneNumber);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Completed' })).toBeVisible();
  }
});

test('S61 a gift to oneself is added to the wallet in step 3', async ({ page, meet, world }) => {
  const buyer = await meet('Wanjiku', 'Maina');
  await signIn(page, buyer, '/dashboard/wallet');
  await page.getByRole('link', { name: 'Add Money' }).click();
  await registerGift(page, { amount: 800, recipient: buyer });
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'It is yours' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText('KES 760 is in your wallet.')).toBeVisible();
  await page.getByRole('link', { name: 'View Wallet' }).click();
  await expect(page.getByLabel('Your balance')).toContainText('760');
});

test('S449 what is missing or wrong in a gift is said at its field, and nothing typed is lost', async ({
  page,
  meet,
}) => {
  const buyer = await meet('Yusuf', 'Abdi');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  const next = page.getByRole('button', { name: 'Continue to M-PESA' });
  await next.click();
  await expect(page.getByText('Please fill in all required fields')).toHaveCount(4);
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
  await page.getByLabel('Amount', { exact: true }).pressSequentially('12500');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12,500');
  await page.getByLabel('Amount', { exact: true }).fill('10000/=');
  await expect(page.getByText(/KES\s9,500/u).first()).toBeVisible();

  await fillGift(page, { amount: 0, recipient: newPerson('Zawadi', 'Noor'), message: 'Pole pole' });
  await next.click();
  await expect(page.getByText('Please enter a valid amount')).toBeVisible();

  await page.getByLabel('Amount', { exact: true }).fill('900');
  await page.getByLabel('Recipient’s phone').fill('12345');
  await next.click();
  await expect(page.getByText(/Please enter a valid phone number/u)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Pole pole');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('900');
});

test('S367 step 2 without a registered transaction leads back to step 1 and says why', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Zuhura', 'Omar'));
  await page.goto('/dashboard/buy-gifts?step=2');
  await expect(page.getByText('No transaction registered. Please complete step 1 first.')).toBeVisible();
  await expect(page.getByLabel('Amount', { exact: true })).toBeVisible();
});

test('a gift to a person without an email: the copy goes to the buyer, after a reload too', async ({
  page,
  meet,
  world,
}) => {
  const [buyer, recipient] = [await meet('Nekesa', 'Barasa'), newPerson('Kadzo', 'Chengo')];
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await fillGift(page, { amount: 300, recipient });
  await page.getByLabel('She has no email: send the copy to me').check();
  await expect(page.getByLabel('Your email')).toHaveValue(buyer.email);
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await expect(page.getByLabel('M-PESA number that pays')).toBeVisible();
  await page.reload();
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await world.sandbox.sms(recipient.phoneNumber, /\/v\//u);
  await world.sandbox.mail(buyer.email, /Value of the gift[\s\S]*Kadzo Chengo/u);
});
