import type { Browser, Page } from '@playwright/test';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { buyGift, readGift, type World } from '@zawadi/story/steps';
import { switchFeature } from './helpers/feature-switches.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const PAGE = '/dashboard/redeem';

test.describe('with redeeming by code switched on', () => {
  // One system serves all journeys, and the others expect it as it comes.
  test.beforeAll(async ({ browser, baseURL }) => inPage(browser, baseURL, 'Switch on'));
  test.afterAll(async ({ browser, baseURL }) => inPage(browser, baseURL, 'Switch off'));

  test('S6 a typed code shows the gift, and one more press puts it into the wallet', async ({
    page,
    world,
    meet,
  }) => {
    const recipient = await meet('Wambui', 'Njoroge');
    const { code } = await give(world, await meet('Otieno', 'Okoth'), recipient);
    await signIn(page, recipient, PAGE);
    await page.getByRole('link', { name: /Redeem Gift Card/u }).click();
    const symbols = code.replaceAll('-', '').toLowerCase();
    await page.getByLabel('Characters 1 to 4', { exact: true }).pressSequentially(symbols);
    await expect(page.getByLabel('Characters 13 to 16', { exact: true })).toHaveValue(code.slice(-4));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/KES\s950 from Otieno Okoth/u)).toBeVisible();
    await expect(page.getByText('Hongera kwa kazi nzuri!')).toBeVisible();
    await page.getByRole('button', { name: 'Add to wallet' }).click();
    await expect(page.getByText(/KES\s950 is in your wallet\./u)).toBeVisible();
    await page.getByRole('button', { name: 'Another code' }).click();
    await expect(page.getByLabel('Characters 1 to 4', { exact: true })).toHaveValue('');
    await page.goto('/dashboard/wallet');
    await expect(page.getByText(/KES\s950/u).first()).toBeVisible();
  });

  test('pasting the whole message fills the boxes, and a mistake is found without a call', async ({
    page,
    world,
    meet,
  }) => {
    const person = await meet('Cherono', 'Kiplagat');
    const { code } = await give(world, person, person);
    await signIn(page, person, `${PAGE}?way=code`);
    await paste(page, `Zawadi: KES 950. Code ${code}. Asante!`);
    for (const [index, box] of code.split('-').entries()) {
      const label = `Characters ${index * 4 + 1} to ${index * 4 + 4}`;
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(box);
    }
    const last = page.getByLabel('Characters 13 to 16', { exact: true });
    await last.fill(code.slice(-4, -1) + (code.endsWith('7') ? '8' : '7'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Show the gift' }).click();
    await expect(page.getByText('This is not quite the code')).toBeVisible();
    expect(asked).not.toContain('/api/vouchers/v1/by-code');
    await last.fill(code.slice(-4));
    await page.getByRole('button', { name: 'Show the gift' }).click();
    await expect(page.getByRole('button', { name: 'Add to wallet' })).toBeVisible();
  });

  test('a code that is unknown, and a gift of another user, are refused in place', async ({
    page,
    world,
    meet,
  }) => {
    const person = await meet('Mwende', 'Musyoka');
    const { code } = await give(world, person, newPerson('Kip', 'Rotich'));
    await signIn(page, person, `${PAGE}?way=code`);
    await paste(page, '0000-0000-0000-0000');
    await page.getByRole('button', { name: 'Show the gift' }).click();
    await expect(page.getByText('We do not know this voucher.')).toBeVisible();
    await paste(page, code);
    await page.getByRole('button', { name: 'Show the gift' }).click();
    await page.getByRole('button', { name: 'Add to wallet' }).click();
    await expect(page.getByText('Sign in with that one, or spend the code at a shop.')).toBeVisible();
  });
});

test('S7 card payment cannot be switched on, and both features say Coming Soon', async ({ page, meet }) => {
  await page.goto('/admin');
  await submitLogin(page, 'Email', 'admin@zawadi.test');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/admin/settings');
  const card = page.getByRole('switch', { name: 'Card payment' });
  await expect(card).toBeDisabled();
  await expect(card).not.toBeChecked();
  await expect(page.getByText('no card provider is configured')).toBeVisible();

  await signIn(page, await meet('Halima', 'Abdi'), `${PAGE}?way=code`);
  await expect(page.getByText('Coming Soon')).toBeVisible();
  await expect(page.getByRole('link', { name: /Redeem Gift Card/u })).toBeHidden();
});

async function inPage(
  browser: Browser,
  baseURL: string | undefined,
  verb: 'Switch on' | 'Switch off',
): Promise<void> {
  const page = await browser.newPage({ baseURL });
  await switchFeature(page, 'Redeem by code', verb);
  await page.close();
}

async function give(world: World, buyer: SignedIn, recipient: Person): Promise<{ code: string }> {
  await buyGift(world, buyer, {
    recipient,
    amount: 1_000,
    message: 'Hongera kwa kazi nzuri!',
    cloth: 'asante',
  });
  return readGift(world, recipient);
}

/** As if copied from another app. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Characters 1 to 4', { exact: true }).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
