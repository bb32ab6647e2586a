import { formatMsisdn, purchaseDetails, registerTransaction, startPurchase } from '@zawadi/contract';
import { giftRegistration, promptRequest } from '@zawadi/story/payment-requests';
import { newPerson } from '@zawadi/story/people';
import type { Person, SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import type { World } from '@zawadi/story/steps';
import { registerGift, sendPrompt } from './helpers/gifts.ts';
import { enterPin, payOnPhone, pickUp } from './helpers/phone.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('S390 a phone without enough money charges nothing, and another number can pay', async ({
  page,
  context,
  meet,
  world,
  sandboxUrl,
}) => {
  const buyer = await meet('Esther', 'Wambui');
  const friend = newPerson('Faraji', 'Said');
  await world.sandbox.setBalance(buyer.phoneNumber, 20);
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await registerGift(page, { amount: 300, recipient: newPerson('Gathoni', 'Njeri') });
  await sendPrompt(page);
  await enterPin(await pickUp(context, sandboxUrl, buyer.phoneNumber), '1234');
  await expect(
    page.getByRole('heading', { name: 'There was not enough money on that M-PESA number.' }),
  ).toBeVisible();

  await page.getByLabel('M-PESA number that pays').fill(friend.phoneNumber);
  await sendPrompt(page);
  await enterPin(await pickUp(context, sandboxUrl, friend.phoneNumber), '1234');
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
});

test('S498 the same amount from the same phone waits out the two minutes of M-PESA with a countdown', async ({
  page,
  meet,
  world,
}) => {
  const buyer = await meet('Umi', 'Rashid');
  await signIn(page, buyer, '/dashboard/buy-gifts');
  const recipient = newPerson('Vera', 'Anyango');
  await registerGift(page, { amount: 700, recipient });
  await sendPrompt(page);
  await payOnPhone(world, buyer.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();

  await page.goto('/dashboard/buy-gifts');
  await registerGift(page, { amount: 700, recipient });
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await expect(
    page.getByText('M-PESA refuses the same amount to the same phone within 2 minutes.'),
  ).toBeVisible();
  const countdown = page.getByRole('button', { name: /Try again in 1:\d\d/u });
  await expect(countdown).toBeDisabled();

  // The rule is about the number: a friend may pay, unless that phone has had enough.
  const friend = await meet('Wafula', 'Simiyu');
  const payer = page.getByLabel('M-PESA number that pays');
  await payer.fill(friend.phoneNumber);
  await expect(page.getByText(formatMsisdn(friend.phoneNumber))).toBeVisible();
  await refuseTwice(world, buyer, friend);
  await page.getByRole('button', { name: 'Send M-PESA prompt' }).click();
  await expect(page.getByText('This number cannot get more prompts today.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible();
  await payer.fill(buyer.phoneNumber);
  await expect(countdown).toBeDisabled();
  await expect(page.getByText('This number cannot get more prompts today.')).toBeHidden();
});

/** The buyer has two prompts sent to another's phone, where they are cancelled. */
async function refuseTwice({ api, sandbox }: World, buyer: SignedIn, { phoneNumber }: Person): Promise<void> {
  const { bearer } = buyer;
  for (const amount of [51, 52]) {
    const gift = { recipient: buyer, amount, partyA: phoneNumber };
    const registered = await api.call(
      registerTransaction,
      { body: giftRegistration(buyer, gift) },
      { bearer },
    );
    await api.call(startPurchase, promptRequest(registered), { bearer });
    await sandbox.answerPrompt(phoneNumber, registered.billReferenceNumber, { cancel: true });
    const { requestId } = registered;
    await eventually('the end of the prompt', async () => {
      const { orderStatus } = await api.call(purchaseDetails, { params: { requestId } }, { bearer });
      return orderStatus === 'CANCELED' ? true : undefined;
    });
  }
}
