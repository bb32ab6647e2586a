import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { buyGift, claim, readGift } from '@zawadi/story/steps';
import { registerGift, sendPrompt } from './helpers/gifts.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { cancelPrompt, pickUp } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

test('a payment that was left is found again on the dashboard, follows M-PESA by itself, and can be tried again', async ({
  page,
  context,
  meet,
  sandboxUrl,
}) => {
  const buyer = await meet('Achieng', 'Odera');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 700, recipient: newPerson('Baraka', 'Mwita'), message: 'Hongera!' });
  await sendPrompt(page);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('link', { name: 'Baraka Mwita' }).click();
  await expect(page.getByRole('heading', { name: 'Gift for Baraka Mwita' })).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fetch Payment' })).toHaveClass(/primary/u);
  await expect(page.getByRole('link', { name: /Try again|Pay now/u })).toHaveCount(0);

  await cancelPrompt(await pickUp(context, sandboxUrl, buyer.phoneNumber));
  await expect(page.getByRole('heading', { name: 'The prompt was cancelled on the phone.' })).toBeVisible();
  expect(await overflowAt320(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pay by hand' }).click();
  await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Change details' }).click();
  await expect(page.getByLabel('Recipient’s full name')).toHaveValue('Baraka Mwita');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue(/^700$/u);
  await page.goBack();
  await page.getByRole('link', { name: 'Try again' }).click();
  await sendPrompt(page);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
});

test('a gift that was paid shows its way, is given again, and is sent again or corrected', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Lina', 'Cheruiyot');
  const recipient = newPerson('Brenda', 'Moraa');
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Asante sana', cloth: 'asante' });
  await signIn(page, buyer, '/dashboard/wallet');
  await page.getByRole('link', { name: 'Brenda Moraa' }).click();
  await expect(page.getByRole('heading', { name: 'Brenda has not opened it yet' })).toBeVisible();
  await expect(page.getByText('Paid by M-PESA')).toBeVisible();
  await expect(page.getByText('Asante sana')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gift for Brenda Moraa' });
  await expect(dialog.getByRole('button', { name: 'Correct recipient' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Give again' }).click();
  await expect(page.getByLabel('Recipient’s phone')).toHaveValue(/\d{9}/u);
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('');
});

test('a gift that was added says from whom, and thanks can be said later', async ({ page, world, meet }) => {
  const buyer = await meet('Musa', 'Kiptoo');
  const me = await meet('Njeri', 'Kamau');
  await buyGift(world, buyer, { recipient: me, amount: 1_000, message: 'Pole', cloth: 'plain' });
  await claim(world, me, (await readGift(world, me)).claimToken);
  await signIn(page, me, '/dashboard/transactions');
  await page.getByRole('link', { name: /^Musa/u }).click();
  await expect(page.getByRole('heading', { name: 'It is in your wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Say thanks' }).click();
  await page.getByRole('textbox').fill('Asante Musa');
  await page.getByRole('dialog').getByRole('button', { name: /Send/u }).click();
  await expect(page.getByRole('button', { name: 'Say thanks' })).toHaveCount(0);
});

test('a withdrawal that was left is asked about from the history, and completes by itself', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const person = await withWallet(world, meet, 1_000);
  await mpesaBehaves({ callback: { delayMs: 6_000 } });
  await signIn(page, person, '/dashboard/redeem?way=withdraw');
  await withdraw(page, '300');
  await page.getByRole('link', { name: 'My Wallet' }).first().click();
  await page.locator('.moves').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check Status' })).toHaveClass(/primary/u);
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible();
});

test('a payment of another person is not found', async ({ page, world, meet }) => {
  const [buyer, stranger] = [await meet('Amos', 'Wafula'), await meet('Rita', 'Mumo')];
  await buyGift(world, buyer, {
    recipient: newPerson('Brenda', 'Moraa'),
    amount: 100,
    message: 'Hi',
    cloth: 'plain',
  });
  await signIn(page, buyer, '/dashboard/transactions');
  await page.getByRole('link', { name: 'Brenda Moraa' }).click();
  await expect(page.getByRole('heading', { name: 'Gift for Brenda Moraa' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await signIn(page, stranger, address);
  await expect(page.getByText('We could not find this payment')).toBeVisible();
});

async function withdraw(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
}
