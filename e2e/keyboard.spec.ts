import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import type { Locator, Page } from '@playwright/test';
import { payOnPhone } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const MOST_PRESSES = 60;

test('S53 S187 a user buys a gift and edits the profile with the keyboard alone, without losing the focus', async ({
  page,
  meet,
  world,
}) => {
  const buyer = await meet('Fatuma', 'Ahmed');
  const recipient = newPerson('Gakuo', 'Mbugua');
  await signIn(page, buyer);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Buy Gift Card' }),
  );
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/dashboard/buy-gifts');
  await tabTo(page, page.getByLabel('Amount', { exact: true }));
  await page.keyboard.type('350');
  for (const [label, typed] of [
    ['Recipient’s full name', 'Gakuo Mbugua'],
    ['Recipient’s phone', recipient.phoneNumber],
    ['Recipient’s email', recipient.email],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('M-PESA number that pays')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Send M-PESA prompt' }));
  await page.keyboard.press('Enter');
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Complete', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^(?:Sent|Delivered) to Gakuo$/u })).toBeVisible();

  await page.goto('/dashboard/profile');
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await tabAndEnter(page, edit);
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Joy');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Joy Ahmed' })).toBeVisible();
  await expect(edit).toBeFocused();
  const alerts = page.getByRole('switch', { name: 'Email Alerts' });
  await tabTo(page, alerts);
  await page.keyboard.press('Space');
  await expect(alerts).not.toBeChecked();
  await expect(alerts).toBeFocused();
});

test('S186 a recipient signs in from a gift, claims it and withdraws the money with the keyboard alone', async ({
  page,
  meet,
  world,
}) => {
  const sender = await meet('Hellen', 'Nyokabi');
  const person = await meet('Ibrahim', 'Hassan');
  await buyGift(world, sender, { recipient: person, amount: 1_000, message: 'Zawadi', cloth: 'asante' });
  const { claimToken } = await readGift(world, person);
  await page.goto(`/v/${claimToken}`);
  await tabAndEnter(page, page.getByRole('link', { name: 'Add to wallet' }));
  await tabAndEnter(page, page.getByRole('link', { name: 'I have an account' }));
  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Karibu, Ibrahim' })).toBeVisible();
  await tabAndEnter(page, page.getByRole('link', { name: 'Go to my wallet' }));
  await tabAndEnter(page, page.getByRole('link', { name: 'Withdraw', exact: true }));
  await tabAndEnter(page, page.getByRole('link', { name: /Withdraw to M-PESA/u }));
  await tabTo(page, page.getByLabel('Amount', { exact: true }));
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Send KES/u })).toBeVisible();
  await tabAndEnter(page, page.getByRole('button', { name: 'Complete', exact: true }));
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();
  await tabAndEnter(page, page.getByRole('button', { name: 'View Receipt' }));
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(page.getByRole('button', { name: 'View Receipt' })).toBeFocused();
});

/** Presses Tab until the target has the focus; fails after too many presses. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Moves to a link or button with Tab and presses it with Enter. */
async function tabAndEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
