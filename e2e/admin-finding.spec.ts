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
import { overflowOf } from './helpers/overflow.ts';
import { makeShopVoucher, payToPhone, settle } from './helpers/sales.ts';
import { addShop, openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

type Row = { says: string; steps: number };

/** The table of the support guide. */
const ROWS: Row[] = readFileSync(join(import.meta.dirname, '../docs/support-guide.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\|.*\| \d+ +\|$/u.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, says = '', , , steps = '']) => ({ says, steps: Number(steps) }));

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });

/** Opens the search by its key and types what the caller says. */
async function ask(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await page.locator('body').press('/');
  const field = dialogOf(page).getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill(text);
}

test('every row of the support guide leads to its page in as many steps as it says', async ({
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
  /** What the caller says, and where that leads; among several what is chosen by its words. */
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
      text: `uka ${unusual}`,
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

test('the search works from the keyboard alone, and says what it cannot find', async ({
  page,
  world,
  meet,
}) => {
  const person = await meet('Zuhura', 'Kioni');
  await signInAsAdmin(page, '/admin', await hire(world, 'read-only'));
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = dialogOf(page).getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('zuhura');
  const rows = dialogOf(page).locator('.search-hit');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await field.fill('Nobody of this name');
  await expect(dialogOf(page).getByText('Nothing found for “Nobody of this name”.')).toBeVisible();
  await field.fill(person.email);
  // At once, before the typing has paused.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/users/${person.user.id}$`, 'u'));
  const button = page.getByRole('button', { name: 'Find anything' });
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('a whole code pasted into a list is looked for elsewhere, and a shop’s own voucher has a page', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Vocha');
  const { id, code } = await makeShopVoucher(world, shop, await meet('Amina', 'Wanjiru'));
  await signInAsAdmin(page, '/admin/transactions', await hire(world, 'support'));
  await page.getByLabel('Search').fill(code);
  const hit = dialogOf(page).getByRole('link', { name: /^For Kip Rotich/u });
  await expect(hit).toBeVisible();
  expect(page.url()).not.toContain(code);
  await dialogOf(page).getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/transactions/vouchers/${id}$`, 'u'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Voucher ${shortReference(id)}`);
  await expect(page.getByText('Nothing was taken from it yet')).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
});

test('on a phone the search fills the screen, and nothing of the lists is cut off', async ({
  page,
  world,
  meet,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [buyer, recipient] = [await meet('Amina', 'Wanjiru'), newPerson('Brian', 'Otieno')];
  const gift = { recipient, amount: 1_300, message: 'Hongera', cloth: 'plain' } as const;
  const { mpesaReceipt = '', requestId } = await buyGift(world, buyer, gift);
  await signInAsAdmin(page, '/admin/transactions', await hire(world, 'support'));
  const row = page.getByRole('row').filter({ hasText: mpesaReceipt });
  for (const text of [mpesaReceipt, shortReference(requestId)]) {
    const shown = row.getByText(text);
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
  }
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Find anything' }).click();
  await dialogOf(page).getByRole('searchbox').fill(buyer.phoneNumber);
  await dialogOf(page)
    .getByRole('link', { name: /^Amina Wanjiru/u })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/users/${buyer.user.id}$`, 'u'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/transactions');
  await expect(page.getByRole('row').filter({ hasText: mpesaReceipt }).getByText(mpesaReceipt)).toBeVisible();
});
