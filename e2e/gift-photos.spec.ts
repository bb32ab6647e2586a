import { newPerson } from '@zawadi/story/people';
import { readGift } from '@zawadi/story/steps';
import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { fillGift, sendPrompt } from './helpers/gifts.ts';
import { payOnPhone } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('a giver adds a photo, the recipient sees and reports it, support deletes it, and the giver learns that', async ({
  page,
  browser,
  baseURL,
  world,
  meet,
}) => {
  const [buyer, recipient] = [await meet('Aisha', 'Hussein'), newPerson('Brenda', 'Moraa')];
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await fillGift(page, { amount: 150, recipient });
  await expect(page.getByText(/A photo goes with gifts from KES\s200/u)).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a photo' }).click();
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await (await choosing).setFiles(photo);
  await page.getByRole('dialog').getByRole('button', { name: 'Use photo' }).click();
  await expect(page.getByRole('img', { name: 'Your photo on the gift' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();

  const { claimToken } = await readGift(world, recipient);
  const opened = await browser.newContext({ baseURL });
  const gift = await opened.newPage();
  await gift.goto(`/v/${claimToken}`);
  await gift.getByRole('button', { name: 'Show photo' }).click();
  const shown = gift.getByRole('article').getByRole('img', { name: 'Photo from Aisha' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await gift.getByRole('button', { name: 'Report this photo' }).click();
  await gift.getByRole('dialog').getByRole('button', { name: 'Report photo' }).click();
  await expect(shown).toBeHidden();
  await expect(gift.getByRole('button', { name: 'Show photo' })).toBeHidden();
  await opened.close();

  const office = await browser.newContext({ baseURL });
  const support = await office.newPage();
  await signInAsAdmin(support, '/admin/transactions/reviews', await hire(world, 'support'));
  await support.getByRole('button', { name: 'A reported photo' }).first().click();
  await support.getByRole('button', { name: 'Look at the photo…' }).click();
  const dialog = support.getByRole('dialog', { name: 'May this photo stay on the gift?' });
  await expect(dialog.getByRole('img', { name: 'What the recipient reported' })).toBeVisible();
  await dialog.getByLabel('Reason').fill('Shows another person');
  await dialog.getByRole('button', { name: 'Delete photo' }).click();
  await expect(support.getByText('Photo deleted')).toBeVisible();
  await office.close();

  await page.goto('/dashboard/transactions');
  await page.getByRole('link', { name: 'Brenda Moraa' }).click();
  await expect(page.getByText(/Zawadi support has removed your photo from this gift/u)).toBeVisible();
});
