import { newPerson } from '@zawadi/story/people';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { armCrashPoints } from '../../../platform/crash-points.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { chooseEnglishByUssd, dialUssd } from '../../../testing/ussd-calls.ts';
import {
  firstGiftInputs,
  giftInputs,
  untilUssdPurchase,
  ussdPurchasesOf,
} from '../../../testing/ussd-purchases.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';
import { sendDuePrompts } from '../purchases/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd', 'giftsFromWallet');
});
afterEach(() => armCrashPoints(undefined));
afterAll(() => system.close());

const PIN = '830592';

/** Sends each input in a request whose process dies after the commit, and then again. Returns the last screen. */
async function dyingAtEachStep(
  phoneNumber: string,
  inputs: string[],
  session = dialUssd(system, { phoneNumber }),
): Promise<string> {
  let shown = '';
  for (let count = 0; count <= inputs.length; count += 1) {
    const text = inputs.slice(0, count).join('*');
    let died = 0;
    armCrashPoints((step, kind) => {
      if (step !== 'call-committed' || kind !== 'ussd' || died > 0) return;
      died += 1;
      throw new Error('the process dies here');
    });
    await session.send(text);
    expect(died).toBe(1);
    armCrashPoints(undefined);
    shown = (await session.send(text)).text;
  }
  return shown;
}

test('a process that dies between commit and answer, at every step, claims once and withdraws once', async () => {
  const person = newPerson('Amina', 'Otieno');
  const { phoneNumber } = person;
  await makeGift(system, { amount: 1_000, recipient: person });
  await chooseEnglishByUssd(system, phoneNumber);
  const { balance: before } = await system.sandbox.phone(phoneNumber);
  expect(await dyingAtEachStep(phoneNumber, ['1', '1', '1', 'Amina', 'Otieno', '1'])).toMatch(
    /^END The gift from \w+.* is in your wallet/u,
  );
  // A process that dies does not ask about the SIM card. This one does.
  await dialUssd(system, person).send('2*2');
  await system.idle();
  expect(await dyingAtEachStep(phoneNumber, ['2', '2', '500', PIN])).toMatch(/^END KES 488 goes to /u);
  // The dead process has not sent the order. The worker's job does.
  await system.owner.query(`update orders set next_poll_at = moment() where state = 'INTENT'`);
  await pollOrders(system.deps);
  await until(async () => expect((await system.sandbox.phone(phoneNumber)).balance).toBe(before + 488));
  expect(await dyingAtEachStep(phoneNumber, ['2', '1', PIN])).toBe('END Your wallet has KES 450.');
});

/** A phone in English without an account. */
async function newPhone(): Promise<string> {
  const { phoneNumber } = newPerson('Amina', 'Otieno');
  await chooseEnglishByUssd(system, phoneNumber);
  return phoneNumber;
}

const someone = () => newPerson('Njeri', 'Kamau').phoneNumber;
const paidByWallet = { status: 'COMPLETED', paid: 'wallet', prompts: 0 };

test('a process that dies at every step buys once by M-PESA; the event at the end of the session sends the prompt', async () => {
  const phoneNumber = await newPhone();
  const session = dialUssd(system, { phoneNumber });
  const shown = await dyingAtEachStep(phoneNumber, firstGiftInputs(someone(), 500).split('*'), session);
  expect(shown).toMatch(/^END Enter your M-PESA PIN/u);
  await session.end();
  await payPrompt(phoneNumber);
  await untilUssdPurchase(system, phoneNumber, { status: 'COMPLETED', prompts: 1 });
  expect(await ussdPurchasesOf(system, phoneNumber)).toHaveLength(1);
});

test('if the process dies and no event comes, the phone is prompted a minute later, and pays once', async () => {
  const phoneNumber = await newPhone();
  const { balance: before } = await system.sandbox.phone(phoneNumber);
  await dyingAtEachStep(phoneNumber, firstGiftInputs(someone(), 500).split('*'));
  await system.owner.query(`update orders set next_poll_at = moment() where state = 'INTENT'`);
  await pollOrders(system.deps);
  await untilUssdPurchase(system, phoneNumber, { status: 'CANCELED', prompts: 1 });
  await system.owner.query(
    'update purchases set prompt_again_at = moment() where prompt_again_at is not null and payer_msisdn = $1',
    [phoneNumber],
  );
  await sendDuePrompts(system.deps);
  await payPrompt(phoneNumber);
  await untilUssdPurchase(system, phoneNumber, { status: 'COMPLETED', prompts: 2 });
  expect((await system.sandbox.phone(phoneNumber)).balance).toBe(before - 500);
});

test('a process that dies at every step pays once from the wallet, and thanks once', async () => {
  const caller = await newUssdCaller(system, 2_000);
  const { phoneNumber } = caller;
  const inputs = giftInputs(someone(), 500);
  // A process that dies does not ask about the SIM card. This one does.
  await dialUssd(system, caller).send(inputs);
  await system.idle();
  expect(await dyingAtEachStep(phoneNumber, [...inputs.split('*'), '2', PIN])).toMatch(
    /^END Your wallet has paid KES 500\./u,
  );
  expect(await ussdPurchasesOf(system, phoneNumber)).toMatchObject([paidByWallet]);
  expect(await dyingAtEachStep(phoneNumber, ['2', '1', PIN])).toBe('END Your wallet has KES 1,400.');
  const { voucherId } = await makeGift(system, { amount: 500, recipient: caller });
  expect(await dyingAtEachStep(phoneNumber, ['1', '1', '3', '1'])).toMatch(/^END We have sent your thanks/u);
  const { rows } = await system.owner.query(
    `select 1 from voucher_activities where voucher_id = $1 and kind = 'THANKED'`,
    [voucherId],
  );
  expect(rows).toHaveLength(1);
});

async function payPrompt(phoneNumber: string): Promise<void> {
  const [purchase] = await ussdPurchasesOf(system, phoneNumber);
  await system.sandbox.answerPrompt(phoneNumber, purchase?.reference ?? '', { pin: '1234' });
}
