import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const WALLET = '/dashboard/wallet';

test('S147 a recipient sees the code of a gift in the wallet, adds the gift, and thanks its buyer', async ({
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

test('the giver of an undelivered gift sees why, sends it to another number, and sees it arrive there', async ({
  page,
  world,
  meet,
  mpesaBehaves,
}) => {
  const sender = await meet('Omari', 'Juma');
  const [wrong, right] = [newPerson('Pendo', 'Mwangi'), newPerson('Pendo', 'Mwangi')];
  const phones = { [wrong.phoneNumber]: { outcome: 'fail', reason: 'UserDoesNotExist' } };
  await mpesaBehaves({ smsReports: { phones } });
  await buyGift(world, sender, { recipient: wrong, amount: 1_000, message: 'Karibu!', cloth: 'birthday' });

  await signIn(page, sender, WALLET);
  await expect(sent(page)).toContainText('Not delivered: there is no such phone number');
  await sent(page).getByRole('button', { name: 'Pendo Mwangi' }).click();
  const facts = page.getByRole('dialog', { name: 'Gift for Pendo Mwangi' });
  await expect(facts).toContainText('was not delivered: there is no such phone number.');
  await expect(facts.getByRole('button', { name: 'Send again' })).toBeVisible();
  await facts.getByRole('button', { name: 'Correct recipient' }).click();
  const correction = page.getByRole('dialog', { name: 'Who is this gift for?' });
  await correction.getByLabel('Recipient’s phone').fill(`0${right.phoneNumber.slice(3)}`);
  await correction.getByRole('button', { name: 'Send to this person' }).click();
  await expect(sent(page)).toContainText('Delivered today');
});

function sent(page: Page) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Gifts I sent' }) });
}
