import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { buyGift, claim, readGift, withdraw } from '@zawadi/story/steps';
import { registerGift, sendPrompt } from './helpers/gifts.ts';
import { payOnPhone } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const WALLET = '/dashboard/wallet';

test('S147 a gift for me lies in my wallet: I see its code, add it, and say thanks to its buyer', async ({
  page,
  browser,
  baseURL,
  world,
  meet,
}) => {
  const sender = await meet('Omari', 'Juma');
  const recipient = await meet('Pendo', 'Mwangi');
  await buyGift(world, sender, { recipient, amount: 1_000, message: 'Karibu!', cloth: 'birthday' });
  const { code } = await readGift(world, recipient);

  await signIn(page, recipient, WALLET);
  const gifts = page.getByRole('region', { name: 'Gifts for you' });
  await gifts.getByRole('button', { name: 'Show code' }).click();
  for (const group of code.split('-')) await expect(gifts.getByText(group, { exact: true })).toBeVisible();
  await gifts.getByRole('button', { name: 'Hide code' }).click();
  await gifts.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(gifts.getByText(/KES\s950 is in your wallet\./u)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No gift is waiting for you' })).toBeVisible();

  await gifts.getByRole('button', { name: 'Say thanks' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank Omari' });
  await thanks.getByRole('button', { name: 'Send thanks' }).click();
  await expect(thanks.getByText('Please write a few words')).toBeVisible();
  await thanks.getByLabel('Your words').fill('Asante sana, ndugu!');
  await thanks.getByRole('button', { name: 'Send thanks' }).click();
  await expect(page.getByText('Your thanks are on their way')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Say thanks' })).toBeHidden();

  const senders = await browser.newContext({ baseURL });
  const sendersPage = await senders.newPage();
  await signIn(sendersPage, sender, WALLET);
  await expect(sent(sendersPage)).toContainText('Said thanks today');
  await sent(sendersPage).getByRole('button', { name: 'Pendo Mwangi' }).click();
  const facts = sendersPage.getByRole('dialog', { name: 'Gift for Pendo Mwangi' });
  await expect(facts).toContainText('Asante sana, ndugu!');
  await expect(facts).toContainText('Added to a wallet');
  await expect(facts.getByRole('button', { name: 'Correct recipient' })).toBeHidden();
  await senders.close();
});

test('one gift lies open, and the keyboard opens another and goes on from there', async ({
  page,
  world,
  meet,
}) => {
  const sender = await meet('Ismail', 'Farah');
  const recipient = await meet('Jamila', 'Hamisi');
  await buyGift(world, sender, { recipient, amount: 1_000, message: 'Moja', cloth: 'plain' });
  await buyGift(world, sender, { recipient, amount: 2_000, message: 'Mbili', cloth: 'asante' });
  await signIn(page, recipient, WALLET);
  const gifts = page.getByRole('region', { name: 'Gifts for you' });
  await expect(gifts.getByRole('article')).toContainText('Mbili');
  await gifts.getByRole('button', { name: 'From Ismail Farah' }).press('Enter');
  await expect(gifts.getByRole('article')).toContainText('Moja');
  await page.keyboard.press('Tab');
  await expect(gifts.getByRole('button', { name: 'Add to wallet' })).toBeFocused();
});

test('S152 a gift to the wrong person is corrected until it is opened, and the old link stops working', async ({
  page,
  world,
  meet,
}) => {
  const sender = await meet('Rehema', 'Ouma');
  const wrong = newPerson('Samuel', 'Kariuki');
  const right = newPerson('Tabitha', 'Nyambura');
  await buyGift(world, sender, { recipient: wrong, amount: 1_000, message: 'Hongera!', cloth: 'plain' });
  const { claimToken } = await readGift(world, wrong);

  await signIn(page, sender, WALLET);
  await sent(page).getByRole('button', { name: 'Samuel Kariuki' }).click();
  await page.getByRole('button', { name: 'Correct recipient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is this gift for?' });
  await dialog.getByLabel('Recipient’s phone').fill('12');
  await dialog.getByRole('button', { name: 'Send to this person' }).click();
  await expect(dialog.getByText('Please enter a valid phone number')).toBeVisible();
  await dialog.getByLabel('Recipient’s full name').fill('Tabitha Nyambura');
  await dialog.getByLabel('Recipient’s phone').fill(right.phoneNumber);
  await dialog.getByLabel('Recipient’s email').fill(right.email);
  await dialog.getByRole('button', { name: 'Send to this person' }).click();
  await expect(page.getByText('Recipient corrected')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Gift for Tabitha Nyambura' })).toBeVisible();

  const { claimToken: fresh } = await readGift(world, right);
  await page.goto(`/v/${claimToken}`);
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
  await page.goto(`/v/${fresh}`);
  await expect(page.getByRole('heading', { name: 'Tabitha, Rehema sent you a gift' })).toBeVisible();
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await page.goto(WALLET);
  await expect(sent(page)).toContainText('Opened today');
  await sent(page).getByRole('button', { name: 'Tabitha Nyambura' }).click();
  await expect(page.getByRole('button', { name: 'Correct recipient' })).toBeHidden();
});

test('S150 a gift is sent again, and then not for ten minutes', async ({ page, world, meet }) => {
  const sender = await meet('Umi', 'Salim');
  const recipient = newPerson('Violet', 'Achieng');
  await buyGift(world, sender, { recipient, amount: 1_000, message: 'Kwako', cloth: 'plain' });
  await readGift(world, recipient);
  await signIn(page, sender, WALLET);
  await sent(page).getByRole('button', { name: 'Violet Achieng' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Gift sent again')).toBeVisible();
  await expect(page.getByRole('button', { name: /Send again in \d+:\d\d/u })).toBeDisabled();
});

test('S144 a paid gift has a receipt to save', async ({ page, world, meet }) => {
  const sender = await meet('Zawadi', 'Mumo');
  await signIn(page, sender, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 700, recipient: newPerson('Asha', 'Bakari') });
  await sendPrompt(page);
  await payOnPhone(world, sender.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^receipt-[0-9a-f]{8}\.pdf$/u);

  await page.getByRole('button', { name: 'Tell Asha' }).click();
  const whatsApp = page.getByRole('dialog', { name: 'Tell Asha about the gift' }).getByRole('link');
  const told = new URL((await whatsApp.getAttribute('href')) ?? '');
  expect(told.pathname).toMatch(/^\/254\d{9}$/u);
  expect(told.searchParams.get('text')).toBe('Asha, I sent you a Zawadi gift. Look for the SMS from ZAWADI.');
});

test('S158 a number that was paid before fills the withdrawal, and a rest too small for M-PESA is given up', async ({
  page,
  world,
  meet,
}) => {
  const friend = await meet('Baraka', 'Simiyu');
  const person = await meet('Chiku', 'Maina');
  await buyGift(world, friend, { recipient: person, amount: 1_005, message: 'Kwako', cloth: 'plain' });
  const { claimToken } = await readGift(world, person);
  const { walletBalance } = await claim(world, person, claimToken);
  await withdraw(world, person, walletBalance - 5);

  await signIn(page, person, '/dashboard/redeem?way=withdraw');
  await page.getByLabel('M-PESA number').fill('');
  await page.getByLabel('Full name').fill('');
  await page.getByRole('group', { name: 'Saved numbers' }).getByRole('button').click();
  await expect(page.getByLabel('M-PESA number')).toHaveValue(person.phoneNumber);
  await expect(page.getByLabel('Full name')).toHaveValue('Chiku Maina');
  await expect(page.getByText(/^Paid before to \p{L}+ \p{L}+.*, today \d\d:\d\d$/u)).toBeVisible();

  await page.goto('/dashboard/transactions?type=WITHDRAWAL');
  await page.getByRole('link', { name: 'Chiku Maina', exact: true }).click();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^receipt-[0-9a-f]{8}\.pdf$/u);

  await page.goto(WALLET);
  await page.getByRole('button', { name: 'Give it up' }).click();
  const dialog = page.getByRole('dialog', { name: /Give up KES\s5\?/u });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Give it up' }).click();
  await dialog.getByRole('button', { name: 'Give it up' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Give it up' })).toBeHidden();
  await expect(page.locator('.balance')).toContainText(/KES\s*0/u);
});

test('S166 the gift page thanks the sender once, speaks Swahili, and saves itself as PDF', async ({
  page,
  world,
  meet,
}) => {
  const sender = await meet('Daudi', 'Mutiso');
  const recipient = newPerson('Eshe', 'Wafula');
  await buyGift(world, sender, { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'asante' });
  const { claimToken } = await readGift(world, recipient);
  await page.goto(`/v/${claimToken}`);
  await page.getByRole('button', { name: 'Say thanks' }).click();
  await page.getByLabel('Your words').fill('Nimefurahi sana');
  await page.getByRole('button', { name: 'Send thanks' }).click();
  await expect(page.getByText('Your thanks are on their way')).toBeVisible();
  await page.getByRole('button', { name: 'Pass it on' }).click();
  const passing = page.getByRole('dialog', { name: 'Pass this gift on?' });
  await expect(passing).toContainText('Whoever has this link can spend the gift.');
  await expect(passing.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${claimToken}$`, 'u'),
  );
  await passing.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Say thanks' })).toBeHidden();
  await page.goto(`/v/${claimToken}?lang=sw`);
  await page.getByRole('button', { name: 'Onyesha msimbo' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Pakua PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('zawadi-gift.pdf');
});

function sent(page: Page) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Gifts I sent' }) });
}
