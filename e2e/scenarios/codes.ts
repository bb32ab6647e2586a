import { buyGift, readGift } from '@zawadi/story/steps';
import { switchFeature } from '../helpers/feature-switches.ts';
import { signIn, submitLogin } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import type { Walk } from './look.ts';

/** Walks redemption by a typed code, and an administrator's switch for it. */
export async function walkCodes(walk: Walk): Promise<void> {
  const { page, world, meet, look } = walk;
  await switchFeature(page, 'Redeem by code', 'Switch on');
  try {
    const person = await meet('Zuhura', 'Mwinyi');
    await buyGift(world, person, {
      recipient: person,
      amount: 2_000,
      message: 'Hongera!',
      cloth: 'birthday',
    });
    const { code } = await readGift(world, person);
    await signIn(page, person, '/dashboard/redeem');
    await expect(page.getByRole('link', { name: /Redeem Gift Card/u })).toBeVisible();
    await look(page, 'redeem-by-code-ways');
    await page.getByRole('link', { name: /Redeem Gift Card/u }).click();
    await look(page, 'redeem-by-code');
    const boxes = page.getByRole('textbox', { name: /^Characters/u });
    await boxes.first().pressSequentially(code.slice(0, 9));
    await page.getByRole('button', { name: 'Show the gift' }).click();
    await expect(page.getByText('Please type all 16 characters')).toBeVisible();
    await look(page, 'redeem-by-code-problem');
    await boxes.first().fill(code);
    await page.getByRole('button', { name: 'Show the gift' }).click();
    await expect(page.getByRole('article')).toBeVisible();
    await look(page, 'redeem-by-code-gift');
    await page.getByRole('button', { name: 'Add to wallet' }).click();
    await expect(page.getByText('is in your wallet.')).toBeVisible();
    await look(page, 'redeem-by-code-added');
  } finally {
    await switchFeature(page, 'Redeem by code', 'Switch off');
  }
  await page.goto('/admin/login?from=/admin/settings');
  await submitLogin(page, 'Email', 'admin@zawadi.test');
  await expect(page.getByRole('switch', { name: 'Card payment' })).toBeVisible();
  await look(page, 'admin-settings');
  await page.getByRole('switch', { name: 'Redeem by code' }).click();
  await look(page, 'admin-settings-dialog');
  await page.getByRole('button', { name: 'Cancel' }).click();
}
