import type { Page } from '@playwright/test';
import { newPerson } from '@zawadi/story/people';
import { codeOn, give } from './helpers/claimed-gift.ts';
import { fillGift } from './helpers/gifts.ts';
import { newHand } from './helpers/hand.ts';
import { payOnPhone } from './helpers/phone.ts';
import { slowPhone } from './helpers/line.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { withWallet } from './helpers/wallet.ts';

const PASSWORD = 'Three-goats-and-a-kite';
const AT_MOST_SECONDS = 90;

test('S185 a cheap phone on a slow line buys a gift, withdraws, and saves its profile', async ({
  page,
  meet,
  world,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Sofia', 'Nekesa']);
  await slowPhone(page);
  await page.goto('/login?from=%2Fdashboard%2Fbuy-gifts');
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByRole('heading', { name: 'Buy a gift' })).toBeVisible({ timeout: 30_000 });
  await fillGift(page, { amount: 350, recipient: newPerson('Tatu', 'Mwende') });
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await payOnPhone(world, person.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tatu has it' })).toBeVisible();

  await chooseInMenu(page, 'Redeem');
  await page.getByRole('link', { name: /Withdraw to M-PESA/u }).click();
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();

  await chooseInMenu(page, /^Profile of/u);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Last name').fill('Simiyu');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sofia Simiyu' })).toBeVisible();
});

test.describe('who was never here', () => {
  test.use({ serviceWorkers: 'block' });

  test('on a slow phone a new person has the gift in the wallet within ninety seconds and three screens', async ({
    page,
    world,
    meet,
  }) => {
    const { recipient, claimToken } = await give(world, meet);
    // A thumb that knows where to press.
    const hand = newHand({ secondsAPress: 1 / 3 });
    await slowPhone(page);
    const startedMs = performance.now();
    await page.goto(`/v/${claimToken}`);
    await hand.press(page.getByRole('link', { name: 'Add to wallet' }));
    await expect(page.getByText(`07•• ••• ${recipient.phoneNumber.slice(-3)}`)).toBeVisible({
      timeout: 30_000,
    });
    await hand.type(page.getByLabel('6 digits'), await codeOn(world, recipient));
    await expect(page.getByLabel('First name')).toHaveValue('Brian');
    // The address that the giver typed is not hers, and none is needed.
    await expect(page.getByLabel('Email (optional)')).toHaveValue('');
    await hand.type(page.getByLabel('Password', { exact: true }).last(), PASSWORD);
    await hand.press(page.getByRole('checkbox', { name: /terms and conditions/u }));
    await hand.press(page.getByRole('button', { name: /Add KES\s950 to my wallet/u }));
    await expect(page.getByRole('heading', { name: 'Karibu, Brian' })).toBeVisible({ timeout: 30_000 });
    await expect(page.locator('.balance')).toContainText(/KES\s*950/u);
    const measured = (performance.now() - startedMs) / 1000;
    const seconds = measured + hand.seconds();
    process.stdout.write(
      `from the link to the wallet: ${measured.toFixed(1)} s of machine and line, ${hand.keystrokes()} keystrokes,` +
        ` ${seconds.toFixed(1)} s together, ${hand.screens()} screens\n`,
    );
    expect(seconds).toBeLessThanOrEqual(AT_MOST_SECONDS);
    expect(hand.screens()).toBeLessThanOrEqual(3);
    expect(await overflowAt320(page)).toEqual([]);
  });
});

test.use({ serviceWorkers: 'allow' });

async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
}
