import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const PROFILE = '/dashboard/profile';

test('S42 a user chooses a profile picture, crops it with the keyboard, sees it in the menu and removes it', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Rehema', 'Juma'), PROFILE);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload picture' }).click();
  const chooser = await choosing;
  await chooser.setFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(page.getByText('We could not read this picture.')).toBeVisible();
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await dialog.getByRole('slider', { name: 'Left and right' }).press('Home');
  await dialog.getByRole('img', { name: 'Preview of your picture' }).dragTo(dialog.getByRole('heading'));
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
  const picture = page.getByRole('complementary', { name: 'Sidebar' }).locator('img.avatar');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(picture).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();
});
