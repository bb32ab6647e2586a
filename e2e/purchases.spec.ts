import { newPerson } from '@zawadi/story/people';
import { registerGift, sendPrompt } from './helpers/gifts.ts';
import { cancelPrompt, enterPin, payOnPhone, pickUp } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const NOTHING_CHARGED = 'Nothing was charged. You can try again, from this or another number.';

test('S369 S495 S390 a cancelled prompt, a wrong PIN and an insufficient balance charge nothing and say so, and a retry from another phone number pays', async ({
  page,
  context,
  meet,
  world,
  sandboxUrl,
}) => {
  const buyer = await meet('Achieng', 'Odera');
  const friend = newPerson('Faraji', 'Said');
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
  await enterPin(phone, '0000');
  await expect(page.getByRole('heading', { name: 'The PIN was wrong' })).toBeVisible();
  await expect(page.getByText(NOTHING_CHARGED)).toBeVisible();

  await world.sandbox.setBalance(buyer.phoneNumber, 20);
  await sendPrompt(page);
  await enterPin(phone, '1234');
  await expect(
    page.getByRole('heading', { name: 'There was not enough money on that M-PESA number.' }),
  ).toBeVisible();
  await page.getByLabel('M-PESA number that pays').fill(friend.phoneNumber);
  await sendPrompt(page);
  await enterPin(await pickUp(context, sandboxUrl, friend.phoneNumber), '1234');
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
});

test('S370 S61 a second tab follows the same payment, both complete, and step 3 adds a gift to oneself to the wallet', async ({
  page,
  context,
  meet,
  world,
}) => {
  const buyer = await meet('Wanjiku', 'Maina');
  await signIn(page, buyer, '/dashboard/wallet');
  await page.getByRole('link', { name: 'Add Money' }).click();
  await registerGift(page, { amount: 800, recipient: buyer });
  const other = await context.newPage();
  await other.goto(page.url());
  await sendPrompt(page);
  await expect(other.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await payOnPhone(world, buyer.phoneNumber);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Completed' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your voucher is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText('KES 760 is in your wallet.')).toBeVisible();
  await page.getByRole('link', { name: 'View Wallet' }).click();
  await expect(page.getByLabel('Your balance')).toContainText('760');
});
