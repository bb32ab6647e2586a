import { DEMO_PASSWORD } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { addressOf } from './helpers/addresses.ts';
import { ADMIN } from './helpers/administrators.ts';
import { expectKiswahili } from './helpers/kiswahili.ts';
import { overflowOf } from './helpers/overflow.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, listenToComplaints, test } from './helpers/test.ts';

const SLOW_FRAME_MS = 700;

test('S20 the sign-in page changes to Swahili, says refusals in it, and a reload remembers it', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await page.getByLabel('Barua pepe').fill('nobody@zawadi.test');
  await page.getByLabel('Nenosiri', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
  await expect(page.getByText('Imeshindikana kuingia. Tafadhali angalia barua pepe')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Fungua akaunti' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('S178 a form keeps what was typed when the language changes, and what it says against it is Swahili', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Amina');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await expect(page.getByLabel('Jina la kwanza')).toHaveValue('Amina');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.getByRole('checkbox').uncheck();
  await page.getByLabel('Nambari ya simu').fill('12');
  await page.getByRole('button', { name: 'Fungua Akaunti' }).click();
  await expect(page.getByText('Tafadhali andika nambari sahihi ya simu, kama 254712345678')).toBeVisible();
  await expect(page.getByText('Nenosiri lazima liwe na angalau herufi 8')).toBeVisible();
  await expect(page.getByText('Tafadhali kubali vigezo na masharti')).toBeVisible();
});

test('what is typed as soon as the language has changed stays, however slow the phone is', async ({
  page,
}) => {
  await page.goto('/merchant/login');
  await page.getByLabel('Password', { exact: true }).fill('typed-before');
  await page.evaluate((frameMs) => {
    const next = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => window.setTimeout(() => next(draw), frameMs);
  }, SLOW_FRAME_MS);
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await page.getByLabel('Msimbo wa mfanyabiashara').fill('DUKA001');
  await page.evaluate(
    (frameMs) => new Promise((resolve) => void setTimeout(() => requestAnimationFrame(resolve), frameMs)),
    SLOW_FRAME_MS,
  );
  await expect(page.getByLabel('Msimbo wa mfanyabiashara')).toHaveValue('DUKA001');
  await expect(page.getByLabel('Nenosiri', { exact: true })).toHaveValue('typed-before');
});

test('S175 the language of an account follows its person to another device', async ({
  page,
  browser,
  meet,
}) => {
  const person = await meet('Lulu', 'Hamisi');
  await signIn(page, person);
  // The switch of the login page, which knows no account yet, has the same name.
  await expect(page.getByRole('heading', { name: 'Welcome back, Lulu' })).toBeVisible();
  const kept = page.waitForResponse((response) => response.url().endsWith('/update-profile'));
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await expect(page.getByRole('heading', { name: 'Karibu tena, Lulu' })).toBeVisible();
  expect((await kept).status()).toBe(200);

  const other = await browser.newContext({ baseURL: addressOf('ZAWADI_URL'), locale: 'en-KE' });
  const complaints = listenToComplaints(other);
  const phone = await other.newPage();
  await signIn(phone, person);
  await expect(phone.getByRole('heading', { name: 'Karibu tena, Lulu' })).toBeVisible();
  await expect(phone.locator('html')).toHaveAttribute('lang', 'sw');
  expect(complaints).toEqual([]);
  await other.close();
});

test('S179 changing the language keeps the page, its step and what the wizard holds', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Mosi', 'Barasa'), '/dashboard/buy-gifts');
  await page.getByLabel('Amount', { exact: true }).fill('750');
  await page.getByLabel('Recipient’s full name').fill('Neema Wafula');
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await expect(page.getByRole('heading', { name: 'Nunua zawadi' })).toBeVisible();
  await expect(page.getByLabel('Kiasi', { exact: true })).toHaveValue('750');
  await expect(page.getByLabel('Jina kamili la mpokeaji')).toHaveValue('Neema Wafula');
});

test('a link with its language opens a gift in it, and the switch on the page wins from then on', async ({
  page,
  world,
  meet,
}) => {
  const [sender, recipient] = [await meet('Otieno', 'Were'), await meet('Pendo', 'Salim')];
  await buyGift(world, sender, { recipient, amount: 200, message: 'Hongera', cloth: 'birthday' });
  const { claimToken } = await readGift(world, recipient);
  await page.goto(`/v/${claimToken}?lang=sw`);
  await expect(page.getByRole('heading', { name: 'Pendo, Otieno amekutumia zawadi' })).toBeVisible();
  await expect(page.getByText('Onyesha msimbo wake kwenye kaunta.')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Pendo, Otieno sent you a gift' })).toBeVisible();
  await expect(page).toHaveURL(`/v/${claimToken}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pendo, Otieno sent you a gift' })).toBeVisible();
});

test('no Swahili screen is wider than a small phone', async ({ page, meet }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/login?lang=sw');
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/freeze',
    '/terms',
    '/privacy',
    '/support',
  ]) {
    await page.goto(`${path}?lang=sw`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await overflowOf(page), path).toEqual([]);
  }
  const person = await meet('Rehema', 'Chepkemoi');
  await page.goto('/login?lang=sw');
  await page.getByLabel('Barua pepe').fill(person.email);
  await page.getByLabel('Nenosiri', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Ingia', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Karibu tena, Rehema' })).toBeVisible();
  for (const path of [
    '',
    '/transactions',
    '/buy-gifts',
    '/redeem',
    '/redeem?way=withdraw',
    '/wallet',
    '/profile',
  ]) {
    const address = `/dashboard${path}`;
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=sw`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await overflowOf(page), address).toEqual([]);
  }
});

test('administrators read English whatever the device has chosen, and the other areas keep the choice', async ({
  page,
}) => {
  await page.goto('/merchant/login');
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await expectKiswahili(page);
  for (const path of ['/admin/login', '/forgot-password?login=%2Fadmin%2Flogin']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('button', { name: /^(?:Kiswahili|English)$/u })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await submitLogin(page, 'Email', ADMIN);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.goto('/admin/transactions');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Ingia', exact: true })).toBeVisible();
  await expectKiswahili(page);
});
