import { eventually } from '@zawadi/story/sandbox-control';
import { payBillReport } from '../../apps/api/src/testing/pay-bill-reports.ts';
import { postTo, stkCallback } from '../../apps/api/src/testing/provider-side.ts';
import { pay, readPurchase, registerGift } from '../faults/payments.ts';
import type { Random } from '../faults/random.ts';
import { addPurchase, type Bought, type ClientBook, type Consumer } from './client-book.ts';
import { findConfirmationUrl, findPrompt, type Prompt } from './mpesa-book.ts';
import type { System } from './system.ts';

type World = { system: System; book: ClientBook; random: Random };
type Registered = Bought & { consumer: Consumer };

const CANCELED_BY_USER = 1032;
const SOON_MS = 4_000;

/** Makes M-PESA report a failure but take the money, and loses the callback about the payment. */
export async function failureThenPayment(world: World): Promise<void> {
  const { system } = world;
  const bought = await register(world);
  const prompt = await prompted(world, bought);
  await tellOfFailure(prompt);
  await system.sandbox.behave({ callback: { drop: true } });
  await enterPin(world, bought);
}

/** Makes M-PESA report a success, and then a failure of the same prompt. */
export async function paymentThenFailure(world: World): Promise<void> {
  const { system } = world;
  const bought = await register(world);
  const prompt = await prompted(world, bought);
  await enterPin(world, bought);
  await eventually(
    'a purchase that is paid',
    async () =>
      (await readPurchase(system, bought.consumer, bought)).orderStatus === 'COMPLETED' ? true : undefined,
    SOON_MS,
  ).catch(() => undefined);
  await tellOfFailure(prompt);
}

/** Pays a pay bill by hand, and loses M-PESA's confirmation of the payment. */
export async function paymentByHandThatIsLost(world: World): Promise<void> {
  const { system } = world;
  const bought = await register(world);
  await system.sandbox.behave({ callback: { drop: true } });
  const { amount, billReferenceNumber: reference, consumer } = bought;
  await system.payAtPayBill({ msisdn: consumer.phoneNumber, amount, reference });
}

/** Reports a payment at the pay bill that M-PESA has never received, to the address where M-PESA reports payments. */
export async function inventedPayment(world: World): Promise<void> {
  const { system, random } = world;
  const { amount, billReferenceNumber: reference } = await register(world);
  const receipt = `FAKE${String(random.below(1_000_000)).padStart(6, '0')}`;
  await postTo(findConfirmationUrl(system), payBillReport({ receipt, amount, reference }));
}

/** Reports a payment at another company's pay bill, with the reference of one of our purchases. */
export async function paymentAtAnotherPayBill(world: World): Promise<void> {
  const { system, random } = world;
  const { amount, billReferenceNumber: reference } = await register(world);
  const receipt = `ELSE${String(random.below(1_000_000)).padStart(6, '0')}`;
  const report = { ...payBillReport({ receipt, amount, reference }), BusinessShortCode: '600999' };
  await postTo(findConfirmationUrl(system), report);
}

async function register({ system, book, random }: World): Promise<Registered> {
  const consumer = random.oneOf(book.victims);
  return addPurchase(book, consumer, await registerGift(system, consumer, 20 + random.below(2_000)));
}

async function prompted({ system }: World, bought: Registered): Promise<Prompt> {
  await pay(system, bought.consumer, bought);
  return eventually('a prompt', async () => findPrompt(system, bought.billReferenceNumber), SOON_MS);
}

async function tellOfFailure({ callbackUrl, checkoutRequestId }: Prompt): Promise<void> {
  await postTo(callbackUrl, stkCallback({ checkoutRequestId, resultCode: CANCELED_BY_USER }));
}

async function enterPin({ system }: World, { consumer, billReferenceNumber }: Registered): Promise<void> {
  await system.sandbox.answerPrompt(consumer.phoneNumber, billReferenceNumber, { pin: '1234' });
}
