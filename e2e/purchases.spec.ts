import { formatMsisdn, purchaseDetails, registerTransaction, startPurchase } from '@zawadi/contract';
import { giftRegistration, promptRequest } from '@zawadi/story/payment-requests';
import { newPerson } from '@zawadi/story/people';
import type { Person, SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import type { World } from '@zawadi/story/steps';
import { fillGift, registerGift, sendPrompt } from './helpers/gifts.ts';
import { overflowAt320 } from './helpers/overflow.ts';
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

test('S390 a phone without enough money charges nothing, and another number can pay', async ({
  page,
  context,
  meet,
  world,
  sandboxUrl,
}) => {
  const buyer = await meet('Esther', 'Wambui');
  const friend = newPerson('Faraji', 'Said');
  await world.sandbox.setBalance(buyer.phoneNumber, 20);
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 300, recipient: newPerson('Gathoni', 'Njeri') });
  await sendPrompt(page);
  await enterPin(await pickUp(context, sandboxUrl, buyer.phoneNumber), '1234');
  await expect(
    page.getByRole('heading', { name: 'There was not enough money on that M-PESA number.' }),
  ).toBeVisible();

  await page.getByLabel('M-PESA number that pays').fill(friend.phoneNumber);
  await sendPrompt(page);
  await enterPin(await pickUp(context, sandboxUrl, friend.phoneNumber), '1234');
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Fetch Payment' }).click();
  await expect(page.getByText('Payment fetched successfully!')).toBeVisible();
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

test('S498 the same amount from the same phone waits out the two minutes of M-PESA with a countdown', async ({
  page,
  meet,
  world,
}) => {
  const buyer = await meet('Umi', 'Rashid');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  const recipient = newPerson('Vera', 'Anyango');
  await registerGift(page, { amount: 700, recipient });
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();

  await page.goto('/dashboard/buy-gifts');
  await registerGift(page, { amount: 700, recipient });
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await expect(
    page.getByText('M-PESA refuses the same amount to the same phone within 2 minutes.'),
  ).toBeVisible();
  const countdown = page.getByRole('button', { name: /Try again in 1:\d\d/u });
  await expect(countdown).toBeDisabled();

  // The rule is about the number: a friend may pay, unless that phone has had enough.
  const friend = await meet('Wafula', 'Simiyu');
  const payer = page.getByLabel('M-PESA number that pays');
  await payer.fill(friend.phoneNumber);
  await expect(page.getByText(formatMsisdn(friend.phoneNumber))).toBeVisible();
  await refuseTwice(world, buyer, friend);
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await expect(page.getByText('This number cannot get more prompts today.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible();
  await payer.fill(buyer.phoneNumber);
  await expect(countdown).toBeDisabled();
  await expect(page.getByText('This number cannot get more prompts today.')).toBeHidden();
});

/** The buyer has two prompts sent to another's phone, where they are cancelled. */
async function refuseTwice({ api, sandbox }: World, buyer: SignedIn, { phoneNumber }: Person): Promise<void> {
  const { bearer } = buyer;
  for (const amount of [51, 52]) {
    const gift = { recipient: buyer, amount, partyA: phoneNumber };
    const registered = await api.call(
      registerTransaction,
      { body: giftRegistration(buyer, gift) },
      { bearer },
    );
    await api.call(startPurchase, promptRequest(registered), { bearer });
    await sandbox.answerPrompt(phoneNumber, registered.billReferenceNumber, { cancel: true });
    const { requestId } = registered;
    await eventually('the end of the prompt', async () => {
      const { orderStatus } = await api.call(purchaseDetails, { params: { requestId } }, { bearer });
      return orderStatus === 'CANCELED' ? true : undefined;
    });
  }
}

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

test('on a phone the folded gift and the sum stay in view, and cover no field that is in use', async ({
  page,
  meet,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await meet('Zena', 'Mohamed'), '/dashboard/buy-gifts');
  const proceed = page.getByRole('button', { name: 'Continue to M-PESA' });
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await fillGift(page, { amount: 12_500, recipient: newPerson('Bahati', 'Juma'), message: 'Karibu' });
  await page.getByLabel('On a chosen day').check();
  await expect(page.locator('.fold-ticket')).toContainText(/Bahati Juma.*KES\s11,875/u);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_750);
  const covered: string[] = [];
  for (const field of await page.locator('main').locator('input, textarea, select, .chip').all()) {
    await field.focus();
    const isCovered = await field.evaluate((element) => {
      const { top, bottom } = (element.closest('label') ?? element).getBoundingClientRect();
      const ticket = document.querySelector('.fold-ticket')?.getBoundingClientRect().bottom ?? 0;
      const foot = document.querySelector('.wizard-foot')?.getBoundingClientRect().top ?? 0;
      return top < ticket || bottom > foot;
    });
    if (isCovered) covered.push(await field.evaluate((element) => element.outerHTML));
  }
  expect(covered).toEqual([]);
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.fold-ticket')).toBeInViewport({ ratio: 1 });
  expect(await overflowAt320(page)).toEqual([]);
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
