import { newPerson } from '@zawadi/story/people';
import { fillGift, sendPrompt } from '../helpers/gifts.ts';
import { cancelPrompt, enterPin, pickUp } from '../helpers/phone.ts';
import { signIn } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import type { Walk } from './look.ts';

/** Walks Buy gifts through every state of its three steps. */
export async function walkBuying({
  page,
  context,
  meet,
  sandboxUrl,
  mpesaBehaves,
  look,
}: Walk): Promise<void> {
  const buyer = await meet('Amina', 'Wanjiru');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  const next = page.getByRole('button', { name: 'Continue to M-PESA' });
  await expect(next).toBeVisible();
  await look(page, 'buy-1-empty');
  await next.click();
  await expect(page.getByText('Please fill in all required fields')).toHaveCount(4);
  await look(page, 'buy-1-problems');
  await page.getByText('Graduation', { exact: true }).click();
  await fillGift(page, {
    amount: 5_000,
    recipient: { ...newPerson('Brian', 'Otieno'), lastName: 'Otieno' },
    message: 'Hongera kwa kuhitimu! We are so proud of you.',
  });
  await look(page, 'buy-1-filled');

  await next.click();
  await expect(page.getByLabel('M-PESA number that pays')).toBeVisible();
  await look(page, 'buy-2-not-asked');
  await page.getByRole('button', { name: 'Pay with Pay Bill' }).click();
  await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible();
  await look(page, 'buy-2-by-hand');
  await page.getByRole('button', { name: 'Pay by prompt instead' }).click();
  await sendPrompt(page);
  await look(page, 'buy-2-on-the-phone');
  const phone = await pickUp(context, sandboxUrl, buyer.phoneNumber);
  await expect(phone.getByRole('dialog', { name: 'M-PESA prompt' })).toBeVisible();
  await look(phone, 'sandbox-prompt');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for M-PESA' })).toBeVisible();
  await look(page, 'buy-3-pending');
  await page.goBack();
  await cancelPrompt(phone);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await look(page, 'buy-2-canceled');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'New Transaction' })).toBeVisible();
  await look(page, 'buy-3-canceled');
  const requestId = new URL(page.url()).searchParams.get('requestId') ?? '';
  await page.goto(`/dashboard/transactions/${requestId}`);
  await expect(page.getByRole('link', { name: 'Pay with Pay Bill' })).toBeVisible();
  await look(page, 'payment-canceled');
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await look(page, 'payment-problem');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await page.goBack();

  await mpesaBehaves({ promptLifetimeMs: 60_000 });
  await sendPrompt(page);
  await enterPin(phone, '1234');
  await look(phone, 'sandbox-paid');
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await look(page, 'buy-2-completed');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^(?:Sent|Delivered) to Brian$/u })).toBeVisible();
  await look(page, 'buy-3-completed');
}
