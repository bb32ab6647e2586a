import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  adminListSettlements,
  purchaseDetails,
  redeemAtTill,
  shortReference,
  writeToSupport,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { buyGift, claim, readGift, withdraw } from '@zawadi/story/steps';
import { adminBearer, hire, signInAsAdmin } from './helpers/administrators.ts';
import { payToPhone, settle } from './helpers/sales.ts';
import { addShop, openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

type Row = { says: string; steps: number };

/** Rows of the table in docs/support-guide.md. */
const ROWS: Row[] = readFileSync(join(import.meta.dirname, '../docs/support-guide.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\|.*\| \d+ +\|$/u.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, says = '', , , steps = '']) => ({ says, steps: Number(steps) }));

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });

/** Opens the search with the key `/` and types a caller's words. */
async function ask(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await page.locator('body').press('/');
  const field = dialogOf(page).getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill(text);
}

test('every row of the support guide leads to its page in the stated number of steps', async ({
  page,
  world,
  meet,
}) => {
  test.setTimeout(480_000);
  const unusual = `Otondo${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const [buyer, owner] = [await meet('Amina', unusual), await meet('Brian', 'Otieno')];
  const shop = await openShop(world, `Duka ${unusual}`);
  await addShop(world, `Duka ${unusual} Mbili`);
  const payee = newPerson('Njeri', 'Kamau');
  await payToPhone(world, shop, payee.phoneNumber);
  // A recipient without an account.
  const recipient = newPerson('Grace', 'Wambui');
  const gift = { recipient, amount: 1_100, message: 'Hongera', cloth: 'plain' } as const;
  const { requestId, mpesaReceipt = '' } = await buyGift(world, buyer, gift);
  const { code, claimToken } = await readGift(world, recipient);
  const { billReferenceNumber: bill } = await world.api.call(
    purchaseDetails,
    { params: { requestId } },
    { bearer: buyer.bearer },
  );
  const { redemptionId } = await world.api.call(
    redeemAtTill,
    { body: { code, amount: 200, attemptId: randomUUID() } },
    { bearer: shop.bearer },
  );
  await buyGift(world, buyer, { ...gift, recipient: owner, amount: 900 });
  await claim(world, owner, (await readGift(world, owner)).claimToken);
  const { transactionCode = '' } = await withdraw(world, owner, 500);
  await settle(world, shop);
  const bearer = await adminBearer(world);
  const { batchId, reference: paidBy } = await eventually('the pay-out', async () => {
    const query = { merchantCode: shop.merchantCode };
    const [batch] = (await world.api.call(adminListSettlements, { query }, { bearer })).settlements;
    return batch?.reference === undefined ? undefined : batch;
  });
  const { supportRequestId } = await world.api.call(
    writeToSupport,
    { body: { subject: `About ${unusual}`, message: 'Please call.' } },
    { bearer: shop.bearer },
  );

  const payment = new RegExp(`/admin/transactions/Deposit/${requestId}$`, 'u');
  const person = new RegExp(`/admin/users/${buyer.user.id}$`, 'u');
  const merchant = new RegExp(`/admin/merchants/${shop.merchantCode}$`, 'u');
  const batch = new RegExp(`/admin/settlements/${batchId}$`, 'u');
  const local = (msisdn: string) => `0${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}`;
  const wrongCode = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`;
  /**
   * Words of a person on the phone, and the page that the search must open. `choose` selects one of several results.
   */
  const calls: Record<string, { text: string; url?: RegExp; choose?: RegExp }> = {
    'receipt of a payment': { text: mpesaReceipt, url: payment },
    'receipt of a withdrawal': {
      text: transactionCode.toLowerCase(),
      url: /\/admin\/transactions\/Withdrawal\//,
    },
    'receipt of a batch': { text: paidBy ?? '', url: batch },
    'account number of a payment': { text: bill, url: payment },
    'transaction ID on the screen': { text: shortReference(requestId), url: payment },
    'whole request ID': { text: requestId, url: payment },
    "reference on a shop's receipt": {
      text: shortReference(redemptionId).toLowerCase().replace('-', ' '),
      url: new RegExp(`/admin/transactions/Redemption/${redemptionId}$`, 'u'),
    },
    'phone number of a customer': { text: local(buyer.phoneNumber), url: person },
    'phone number that only got a gift': {
      text: `+${recipient.phoneNumber}`,
      url: payment,
      choose: /^For Grace Wambui/u,
    },
    'email address': { text: buyer.email.toUpperCase(), url: person },
    'name of a customer': { text: `amina ${unusual}`.slice(0, -1), url: person, choose: /^Amina Otondo.*@/u },
    'merchant code': { text: shop.merchantCode.toLowerCase(), url: merchant },
    'name of a shop': {
      text: `${unusual} duk`,
      url: merchant,
      choose: new RegExp(`^Duka ${unusual} *Merchant`, 'u'),
    },
    'whole voucher code': { text: code.replaceAll('-', ''), url: payment },
    'message with the voucher code in it': {
      text: `Amina has sent you KES 1,045. Your code: ${code.toLowerCase()}, valid until 2028.`,
      url: payment,
    },
    'last four of a voucher code': { text: code.slice(-4), url: payment, choose: /^For Grace Wambui/u },
    'voucher code with a mistake': { text: wrongCode },
    'link of a gift': { text: `https://zawadi.example/v/${claimToken}`, url: payment },
    'batch ID': { text: batchId.toLowerCase(), url: batch },
    'number that a shop is paid to': {
      text: local(payee.phoneNumber),
      url: batch,
      choose: new RegExp(`^Duka ${unusual}.*${batchId}`, 'u'),
    },
    'reference of a letter to support': {
      text: shortReference(supportRequestId),
      url: new RegExp(`/admin/support\\?.*letter=${supportRequestId}`, 'u'),
    },
  };
  expect(ROWS.map(({ says }) => says)).toEqual(Object.keys(calls));

  await signInAsAdmin(page, '/admin/merchants', await hire(world, 'support'));
  const button = page.getByRole('button', { name: 'Find anything' });
  await button.click();
  await expect(dialogOf(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  for (const { says, steps } of ROWS) {
    await test.step(says, async () => {
      const { text, url, choose } = calls[says] ?? { text: '' };
      await ask(page, text);
      let pressed = 0;
      if (url === undefined) {
        await expect(dialogOf(page).getByText('This code is mistyped.')).toBeVisible();
        await page.keyboard.press('Escape');
      } else if (choose === undefined) {
        await page.keyboard.press('Enter');
        pressed = 1;
        await expect(page).toHaveURL(url);
      } else {
        await page.keyboard.press('Enter');
        await expect(dialogOf(page).locator('.search-hit').first()).toBeFocused();
        await dialogOf(page).getByRole('link', { name: choose }).first().click();
        pressed = 2;
        await expect(page).toHaveURL(url);
      }
      expect(pressed).toBe(steps);
      await expect(dialogOf(page)).toHaveCount(0);
      if (page.url().includes('letter=')) {
        await expect(page.getByRole('dialog', { name: `About ${unusual}` })).toBeVisible();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      }
    });
  }
});

test('what is typed or pasted after the slash is kept while the dialog is still loading', async ({
  page,
  world,
  meet,
}) => {
  const buyer = await meet('Amina', 'Mutiso');
  const gift = {
    recipient: newPerson('Grace', 'Wambui'),
    amount: 500,
    message: 'Hongera',
    cloth: 'plain',
  } as const;
  const { requestId, mpesaReceipt = '' } = await buyGift(world, buyer, gift);
  const typed = Promise.withResolvers<void>();
  await page.route(/\/search-dialog[^/]*\.js$/u, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await signInAsAdmin(page, '/admin/merchants', await hire(world, 'support'));
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await page.keyboard.type(`/${mpesaReceipt.slice(0, 4)}`);
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
    },
    `${mpesaReceipt.slice(4)}9`,
  );
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
  typed.resolve();
  await expect(page).toHaveURL(new RegExp(`/admin/transactions/Deposit/${requestId}$`, 'u'));
});
