import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { findUnsupportedFeatures } from '../scripts/check-browsers.ts';
import { addressOf } from './helpers/addresses.ts';
import { fillGift, sendPrompt } from './helpers/gifts.ts';
import { makeOld } from './helpers/old-browser.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { payOnPhone } from './helpers/phone.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const PASSWORD = 'Three-goats-and-a-kite';

test('on the oldest supported phones, a gift can be bought, opened and added to the wallet, and looks as on others', async ({
  page,
  context,
  browser,
  world,
  meet,
}) => {
  await makeOld(context);
  const buyer = await meet('Neema', 'Achieng');
  const recipient = newPerson('Kip', 'Rotich');
  await page.goto('/login?from=%2Fdashboard%2Fbuy-gifts');
  await expect(page.evaluate(() => 'any' in AbortSignal || 'toSorted' in [])).resolves.toBe(false);
  const button = page.getByRole('button', { name: /^sign in$/iu });
  await expect(button).toHaveCSS('background-color', 'rgb(10, 90, 80)');
  await expect(page.getByLabel('Email')).toHaveCSS('border-top-width', '1px');
  await expect(page.locator('.door')).toHaveCSS('display', 'grid');
  expect(await overflowAt320(page)).toEqual([]);
  await submitLogin(page, 'Email', buyer.email);
  await expect(page.getByRole('heading', { name: 'Buy a gift' })).toBeVisible();
  await fillGift(page, { amount: 350, recipient });
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();

  const theirs = await browser.newContext({ baseURL: addressOf('ZAWADI_URL') });
  await makeOld(theirs);
  const gift = await theirs.newPage();
  const [link = ''] = await world.sandbox.sms(recipient.phoneNumber, /https?:\S+\/v\/[\w.~-]+/u);
  await gift.goto(link);
  await gift.getByRole('link', { name: 'Add to wallet' }).click();
  const [, code = ''] = await world.sandbox.sms(recipient.phoneNumber, /^(\d{6}) adds your gift/u);
  await gift.getByLabel('6 digits').fill(code);
  await gift.getByLabel('Password', { exact: true }).last().fill(PASSWORD);
  await gift.getByLabel(/I agree to the/u).check();
  await gift.getByRole('button', { name: /to my wallet/u }).click();
  await gift.getByRole('link', { name: 'Go to my wallet' }).click();
  await expect(gift.getByLabel('Your balance')).toContainText('333');
  await theirs.close();
});

test('a browser older than the supported ones, such as Safari 15.3 or Chrome 60, gets a page with advice, and no file needs a newer browser than the oldest', async ({
  browser,
  baseURL,
  world,
  meet,
}) => {
  expect(findUnsupportedFeatures(['apps/web/dist/**/*.{js,css}'])).toEqual([]);
  const buyer = await meet('Neema', 'Achieng');
  const recipient = newPerson('Kip', 'Rotich');
  await buyGift(world, buyer, { amount: 500, recipient, message: 'Kwa upendo', cloth: 'asante' });
  const { claimToken } = await readGift(world, recipient);
  for (const lacking of ['window.HTMLDialogElement', 'Promise.allSettled']) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.addInitScript(`delete Array.prototype.at; delete ${lacking};`);
    await page.goto(`/v/${claimToken}`);
    await expect(page.getByRole('heading', { name: 'Your gift is safe' })).toBeVisible();
    await expect(page.getByText('SMS yako ina msimbo wake')).toBeVisible();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'This browser is too old for Zawadi' })).toBeVisible();
    await expect(page.getByText('Kisasishe')).toBeVisible();
    await context.close();
  }
});
