import type { Page } from '@playwright/test';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { buyGift, readGift, type World } from '@zawadi/story/steps';
import { expect } from './test.ts';

type Meet = (firstName: string, lastName: string) => Promise<SignedIn>;

export type Gift = { amount: number; recipient: Person; message?: string };

/** Fills in step 1 of *Buy gifts* and continues to step 2. */
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

/** Sends the M-PESA prompt in step 2, and waits until the page confirms that it was sent. */
export async function sendPrompt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Send M-PESA prompt|Try again/u }).click();
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
}

/** Gives KES 950 to a person without an account. */
export async function give(world: World, meet: Meet) {
  const recipient = newPerson('Brian', 'Otieno');
  const buyer = await meet('Aisha', 'Hussein');
  const gift = { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'asante' } as const;
  await buyGift(world, buyer, gift);
  return { recipient, ...(await readGift(world, recipient)) };
}

/** Reads the code that adds a gift of `give` to the wallet from the recipient's SMS. */
export async function codeOn(world: World, { phoneNumber }: Pick<Person, 'phoneNumber'>): Promise<string> {
  const [, code = ''] = await world.sandbox.sms(phoneNumber, /^(\d{6}) adds your gift of KES\s950/u);
  return code;
}
