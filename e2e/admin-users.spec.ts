import { login } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { signInAsAdmin } from './helpers/administrators.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('S220 freezing signs a consumer out with the reason, unfreezing lets the consumer sign in again, and a lost phone is signed out', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const person = await meet('Kipchoge', 'Rotich');
  await signInAsAdmin(page, '/admin/users');
  await page.getByLabel('Search').fill(person.phoneNumber);
  const found = page.getByRole('link', { name: 'Kipchoge Rotich' });
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page).toHaveURL(`/admin/users/${person.user.id}`);
  /** Presses a button of the page, and confirms with a reason. */
  const decide = async (action: string, reason: string) => {
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
  };
  await withSecondBrowser(browser, async (phone) => {
    await signIn(phone, person);
    await decide('Freeze account', 'Reported a stolen phone');
    await expect(page.getByText('Frozen by')).toBeVisible();
    await expect(page.getByText('Reported a stolen phone').first()).toBeVisible();
    await expect(async () => {
      await phone.reload();
      await expect(phone).toHaveURL(/\/login/u, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
  });
  await decide('Unfreeze account', 'The phone was found');
  await expect(page.getByText('Account active again')).toBeVisible();
  await expect(page.getByText('Frozen by')).toBeHidden();
  await world.api.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Signed in Today/u)).toBeVisible();
  await decide('Sign out everywhere', 'Lost the phone in a matatu');
  await expect(page.getByText('Not signed in anywhere')).toBeVisible();
  await world.sandbox.mail(person.email, /signed you out on every device/u);
});
