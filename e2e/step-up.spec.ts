import { letProofsAge } from './helpers/database.ts';
import { overflowOf } from './helpers/overflow.ts';
import { addPasskey, openPasskeys, addPhoneAuthenticator } from './helpers/passkeys.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

test('a shop owner signs in and confirms with a passkey, and keeps all input on a device that provides no passkey', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const authenticator = await addPhoneAuthenticator(page);
  const { merchantCode } = await openShop(world, 'Duka la Kidole');
  await signInAtShop(page, merchantCode, '/merchant/dashboard/settings');
  await openPasskeys(page);
  await addPasskey(page);
  for (const [login, entered] of [
    // On the same device, the consumers' login must refuse the passkey, because it belongs to the shop.
    ['/login', page.getByText('This passkey does not belong to an account here.')],
    ['/merchant/login?from=/merchant/dashboard/api', page.getByRole('button', { name: 'Add key' })],
  ] as const) {
    await page.evaluate(() => localStorage.clear());
    await page.goto(login);
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(entered).toBeVisible();
  }
  await page.getByRole('button', { name: 'Add key' }).click();
  await letProofsAge(merchantCode, 11);
  const adding = page.getByRole('dialog', { name: 'Add an API key' });
  await adding.getByLabel('Name').fill('Till 2');
  await adding.getByRole('button', { name: 'Add key' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  expect(await overflowOf(page)).toEqual([]);
  await authenticator.setVerified(false);
  await question.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(question.getByText('No passkey was used. Nothing has changed.')).toBeVisible();
  await authenticator.setVerified(true);
  await question.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByText('API key made')).toBeVisible();
  await expect(question).toBeHidden();
});
