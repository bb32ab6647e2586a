import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { adminListUsers, adminUserDetail, freezeUser, login, signup } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { buyGift, claim, readGift, withdraw } from '@zawadi/story/steps';
import { adminBearer, approveAbout, hire, signInAsAdmin } from './helpers/administrators.ts';
import { changeAtOnce } from './helpers/fields.ts';
import { overflowOf } from './helpers/overflow.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const USERS = '/admin/users';
const recordOf = ({ user }: { user: { id: string } }) => `${USERS}/${user.id}`;

test('S216 consumers are found by name, address, phone and its last digits, and exported as shown', async ({
  page,
  meet,
}) => {
  const person = await meet('Nekesa', 'Barasa');
  await signInAsAdmin(page, USERS);
  await expect(page.locator('thead th')).toHaveText(['Name', 'Email', 'Phone', 'Status', 'Joined', 'Wallet']);
  const spoken = `0${person.phoneNumber.slice(3, 6)} ${person.phoneNumber.slice(6, 9)} ${person.phoneNumber.slice(9)}`;
  for (const words of [person.email, spoken, person.phoneNumber.slice(-6), person.user.id]) {
    await page.getByLabel('Search').fill(words);
    await expect(rowOf(page, person.email), words).toBeVisible();
    await expect(page.getByText('Showing 1 of 1 users')).toBeVisible();
  }
  await page.getByLabel('Status').selectOption('Frozen');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByLabel('Search').fill(person.email);
  await expect(page.getByText('Showing 1 of 1 users')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/u);
  expect(await readFile(await file.path(), 'utf8')).toContain('Nekesa');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await rowOf(page, person.email).getByRole('link').click();
  await expect(page).toHaveURL(recordOf(person));
});

test('two filters that are set at the same moment both hold, on every list of administrators', async ({
  page,
}) => {
  await signInAsAdmin(page, USERS);
  for (const { path, choice, option } of [
    { path: USERS, choice: 'Status', option: 'FROZEN' },
    { path: '/admin/settings/audit', choice: 'Search', option: 'door' },
    { path: '/admin/transactions', choice: 'Status', option: 'Pending' },
    { path: '/admin/settlements', choice: 'Show', option: 'Processing' },
  ]) {
    await page.goto(path);
    await page.getByRole('button', { name: /^(Period|Joined):/u }).click();
    await changeAtOnce(page, [[choice, option]], '30 days');
    await expect(page, path).toHaveURL(/from=\d{4}-\d\d-\d\d/u);
    await expect(page, path).toHaveURL(new RegExp(`=${option}`, 'u'));
    expect(decodeURIComponent(page.url()), path).toContain(`=${option}`);
  }
});

test('S218 a person’s page shows contacts, wallet with statement, vouchers and devices', async ({
  page,
  world,
  meet,
}) => {
  const person = await meet('Atieno', 'Odhiambo');
  const friend = newPerson('Brian', 'Mutua');
  await buyGift(world, person, { recipient: friend, amount: 1_000, message: 'Hongera', cloth: 'asante' });
  await signInAsAdmin(page, recordOf(person));
  await expect(page.getByRole('heading', { level: 1, name: 'Atieno Odhiambo' })).toBeVisible();
  await expect(fact(page, 'Email')).toHaveText(new RegExp(`${person.email}.*Verified`, 'u'));
  await expect(fact(page, 'Phone')).toContainText('Verified');
  await expect(fact(page, 'Two-factor authentication')).toHaveText('Not enabled');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Vouchers bought, newest first' })).toContainText(
    'Brian Mutua',
  );
  await page.getByRole('button', { name: 'Received (0)' }).click();
  await expect(page.getByText('No vouchers received')).toBeVisible();
  await expect(page.getByText(/^Signed in Today/u)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === person.email);
  await page.goto(`${USERS}/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('There is no such user')).toBeVisible();
});

test('S220 freezing throws a person out and says why, unfreezing lets them in again', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const person = await meet('Kipchoge', 'Rotich');
  await signInAsAdmin(page, recordOf(person));
  await withSecondBrowser(browser, async (phone) => {
    await signIn(phone, person);
    await page.getByRole('button', { name: 'Freeze account' }).click();
    const asking = page.getByRole('dialog', { name: 'Freeze the account of Kipchoge Rotich?' });
    await asking.getByRole('button', { name: 'Freeze account' }).click();
    await expect(asking.getByText('Please give a reason')).toBeVisible();
    await asking.getByLabel('Reason').fill('Reported a stolen phone');
    await asking.getByRole('button', { name: 'Freeze account' }).click();
    await expect(page.locator('.toast', { hasText: 'Account frozen' })).toBeVisible();
    await expect(page.getByText('Frozen by')).toBeVisible();
    await expect(page.getByText('Reported a stolen phone')).toBeVisible();
    await expect(async () => {
      await phone.reload();
      await expect(phone).toHaveURL(/\/login/u, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
  });
  await page.getByRole('button', { name: 'Unfreeze account' }).click();
  const again = page.getByRole('dialog', { name: 'Unfreeze the account of Kipchoge Rotich?' });
  await again.getByLabel('Reason').fill('The phone was found');
  await again.getByRole('button', { name: 'Unfreeze account' }).click();
  await expect(page.getByText('Account active again')).toBeVisible();
  await expect(page.getByText('Frozen by')).toBeHidden();
  await world.api.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
});

test('S222 a locked user is unlocked, and a user who lost a phone is signed out everywhere', async ({
  page,
  world,
  meet,
}) => {
  const person = await meet('Mercy', 'Chebet');
  const wrong = { email: person.email, password: 'not-the-password' };
  await expect(async () => {
    await expect(world.api.call(login, { body: wrong })).rejects.toThrow(/^429/u);
  }).toPass({ timeout: 30_000, intervals: [10] });
  await signInAsAdmin(page, recordOf(person));
  const tries = page.locator('.user-locks li').filter({ hasText: 'Sign-in' });
  await expect(tries).toContainText(/\d+ recent tries/u);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page
    .getByRole('dialog', { name: 'Unlock Mercy Chebet?' })
    .getByRole('button', { name: 'Unlock' })
    .click();
  await expect(page.locator('.toast', { hasText: 'Unlocked' })).toBeVisible();
  await expect(tries).toBeHidden();
  await world.api.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });

  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const asking = page.getByRole('dialog', { name: 'Sign Mercy Chebet out everywhere?' });
  await asking.getByLabel('Reason').fill('Lost the phone in a matatu');
  await asking.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Signed out everywhere')).toBeVisible();
  await expect(page.getByText('Not signed in anywhere')).toBeVisible();
  await world.sandbox.mail(person.email, /ended every sign-in/u);
});

test('S223 a verification is sent again to a user who waits for it', async ({ page, world }) => {
  const person = newPerson('Zawadi', 'Mwende');
  await world.api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  const { users } = await world.api.call(
    adminListUsers,
    { query: { search: person.email } },
    { bearer: await adminBearer(world) },
  );
  await signInAsAdmin(page, `${USERS}/${users[0]?.userId ?? ''}`);
  await expect(fact(page, 'Email')).toContainText('Not verified');
  await page.getByRole('button', { name: 'Resend phone code' }).click();
  const asking = page.getByRole('dialog', { name: 'Send Zawadi Mwende a new code?' });
  await asking.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Verification sent')).toBeVisible();
  await world.sandbox.sms(person.phoneNumber, /\b\d{6}\b/u);
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(page.getByText(`A link that proves the address goes to ${person.email}.`)).toBeVisible();
});

test('S224 an account is closed for good once its wallet is empty, and its name is gone', async ({
  page,
  meet,
}) => {
  const person = await meet('Baraka', 'Simiyu');
  await signInAsAdmin(page, recordOf(person));
  await page.getByRole('button', { name: 'Close account' }).click();
  const asking = page.getByRole('dialog', { name: 'Close the account of Baraka Simiyu for good?' });
  await expect(asking.getByText('This cannot be undone')).toBeVisible();
  await asking.getByLabel('Reason').fill('Asked for it in writing');
  await asking.getByRole('button', { name: 'Close account' }).click();
  await expect(page.getByText('Account closed', { exact: true })).toBeVisible();
  await expect(page.getByText('is erased; the transactions are kept')).toBeVisible();
  await expect(page.getByText('Baraka')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Close account' })).toBeHidden();
});

test('S226 support helps consumers and may neither freeze nor close them', async ({ page, world, meet }) => {
  const person = await meet('Auma', 'Ochieng');
  const support = await hire(world, 'support');
  await signInAsAdmin(page, recordOf(person), support);
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  for (const name of ['Freeze account', 'Close account'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  const bearer = await adminBearer(world, support);
  const asked = { params: { userId: person.user.id }, body: { reason: 'Because' } };
  await expect(world.api.call(freezeUser, asked, { bearer })).rejects.toThrow(/^403/u);
});

function rowOf(page: Page, email: string) {
  return page.locator('tbody tr').filter({ hasText: email });
}

function fact(page: Page, label: string) {
  return page.locator('.facts > div').filter({ hasText: label }).locator('dd').first();
}

test('an owner who lost phone and email gets a new number by two people, with the wallet frozen meanwhile', async ({
  page,
  world,
  meet,
}) => {
  const person = await meet('Wanjala', 'Juma');
  await buyGift(world, person, { recipient: person, amount: 1_000, message: 'Pole', cloth: 'plain' });
  const { claimToken } = await readGift(world, person);
  await claim(world, person, claimToken);
  await withdraw(world, person, 500);
  const record = { params: { userId: person.user.id } };
  const { registeredName = '' } = await world.api.call(adminUserDetail, record, {
    bearer: await adminBearer(world),
  });
  await signInAsAdmin(page, `/admin/users/${person.user.id}`);
  await page.getByRole('button', { name: 'Lost phone and email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Has Wanjala Juma lost phone and email?' });
  await dialog.getByRole('button', { name: 'Request new number' }).click();
  await expect(dialog.getByText('Please check two facts at least')).toBeVisible();
  await dialog.getByLabel('New phone number').fill(newPerson('Wanjala', 'Juma').phoneNumber);
  await dialog.getByLabel('M-PESA’s name of that number').fill(registeredName);
  await dialog.getByLabel('Whom a gift was bought for').check();
  await dialog.getByLabel('A withdrawal: amount and day').check();
  await dialog.getByLabel('What was asked and answered').fill('Knew the gift and the withdrawal of today');
  await dialog.getByRole('button', { name: 'Request new number' }).click();
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
  await expect(page.getByText('waits for a second administrator')).toBeVisible();
  await approveAbout(world, person.user.id);
  await page.reload();
  await expect(page.getByText('The wallet is frozen until')).toBeVisible();
  const [link = ''] = await world.sandbox.sms(person.phoneNumber, /in 72 hours.*freeze#token=[\w-]+/u);
  expect(link).toContain('Not you? Stop it:');
});
