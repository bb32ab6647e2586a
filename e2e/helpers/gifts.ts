import type { Page } from '@playwright/test';
import type { Person } from '@zawadi/story/people';
import { expect } from './test.ts';

export type Gift = { amount: number; recipient: Person; message?: string };

/** Fills step 1 of Buy gifts and goes on to step 2. */
export async function registerGift(page: Page, gift: Gift): Promise<void> {
  if (!page.url().includes('/dashboard/buy-gifts')) await page.goto('/dashboard/buy-gifts');
  await fillGift(page, gift);
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await expect(page.getByLabel('M-PESA number that pays')).toBeVisible();
}

export async function fillGift(page: Page, { amount, recipient, message }: Gift): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(String(amount));
  await page.getByLabel('Recipient’s full name').fill(`${recipient.firstName} ${recipient.lastName}`);
  await page.getByLabel('Recipient’s phone').fill(recipient.phoneNumber);
  await page.getByLabel('Recipient’s email').fill(recipient.email);
  if (message !== undefined) await page.getByLabel('Message').fill(message);
}

/** Asks M-PESA for the prompt of step 2, and waits until the page shows that it was sent. */
export async function sendPrompt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Send M-PESA prompt|Try again/u }).click();
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
}
