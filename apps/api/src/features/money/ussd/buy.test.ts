import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { block } from '../../../testing/block-list-calls.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { endStop, stop } from '../../../testing/stop-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newUssdCaller } from '../../../testing/ussd-callers.ts';
import { chooseEnglishByUssd, dialUssd, typeUssdPin } from '../../../testing/ussd-calls.ts';
import { giftInputs, untilUssdPurchase, ussdPurchasesOf } from '../../../testing/ussd-purchases.ts';

let system: TestSystem;
let pair: readonly [Administrator, Administrator];
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd', 'aliases', 'giftsFromWallet');
  pair = [await newAdministrator(system, 'administrator'), await newAdministrator(system, 'administrator')];
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const PIN = '830592';
const PROMPTED = /^END Enter your M-PESA PIN in the next window\./u;

const dial = (phoneNumber: string) => dialUssd(system, { phoneNumber });
const someone = () => newPerson('Njeri', 'Kamau').phoneNumber;

/** A phone in English, without an account. */
async function newPhone(): Promise<string> {
  const { phoneNumber } = newPerson('Amina', 'Otieno');
  await chooseEnglishByUssd(system, phoneNumber);
  return phoneNumber;
}

const withAccount = (text: string) => `${text}*1*Amina*Otieno*1`;
const payFromWallet = (phoneNumber: string, amount: number) =>
  typeUssdPin(system, { phoneNumber, before: `${giftInputs(someone(), amount)}*2`, pin: PIN });
const withdraw = (phoneNumber: string, amount: number) =>
  typeUssdPin(system, { phoneNumber, before: `2*2*${amount}`, pin: PIN });

const purchasesOf = (phoneNumber: string) => ussdPurchasesOf(system, phoneNumber);

async function referenceOf(phoneNumber: string): Promise<string> {
  const [purchase] = await purchasesOf(phoneNumber);
  return purchase?.reference ?? '';
}

/** The gift that the session keeps for the next one, sealed. */
async function draftOf(sessionId: string): Promise<Buffer | null | undefined> {
  const { rows } = await system.owner.query<{ draft: Buffer | null }>(
    'select draft_sealed as draft from ussd_sessions where session_id = $1',
    [sessionId],
  );
  return rows[0]?.draft;
}

async function outcomeOf(sessionId: string): Promise<string | null | undefined> {
  const { rows } = await system.owner.query<{ outcome: string | null }>(
    'select outcome from ussd_sessions where session_id = $1',
    [sessionId],
  );
  return rows[0]?.outcome;
}

test('a caller without an account buys a gift by M-PESA, and the recipient has it', async () => {
  const [phoneNumber, recipient] = [await newPhone(), await newPhone()];
  const local = `0${recipient.slice(3)}`;
  const session = dial(phoneNumber);
  expect((await session.send('3')).text).toMatch(/^CON Who gets the gift\?/u);
  expect((await session.send('3*12')).text).toMatch(/^CON This is not a mobile number\./u);
  expect((await session.send(`3*12*${local}`)).text).toMatch(/^CON Type the name of the recipient/u);
  expect((await session.send(`3*12*${local}*Mama Njeri*999999`)).text).toMatch(
    /^CON This amount is not possible/u,
  );
  expect((await session.send(`3*12*${local}*Mama Njeri*999999*1000`)).text).toMatch(
    /^CON 1\. Happy birthday\n/u,
  );
  const typed = `3*12*${local}*Mama Njeri*999999*1000*Karibu nyumbani`;
  expect((await session.send(typed)).text).toBe(
    `CON You pay KES 1,000. Mama Njeri (${local}) gets KES 950.\n1. M-PESA\n0. Back`,
  );
  expect((await session.send(`${typed}*2`)).text).toMatch(/^CON You pay KES 1,000\./u);
  const last = withAccount(`${typed}*2`);
  await Promise.all([session.send(last), session.send(last)]);
  // The repetition gets the stored answer.
  expect((await session.send(last)).text).toMatch(PROMPTED);
  expect((await system.sandbox.phone(phoneNumber)).prompts).toEqual([]);
  expect(await outcomeOf(session.sessionId)).toBe('bought');
  expect(await session.end()).toBe(200);
  expect(await session.end()).toBe(200);
  await system.sandbox.answerPrompt(phoneNumber, await referenceOf(phoneNumber), { pin: '1234' });
  expect(await untilUssdPurchase(system, phoneNumber, { status: 'COMPLETED', prompts: 1 })).toMatchObject({
    message: 'Karibu nyumbani',
  });
  await system.sandbox.sms(phoneNumber, /^Your Zawadi gift of KES 950 for Mama Njeri is paid/u);
  expect((await dial(recipient).send('1')).text).toMatch(/^CON 1\. Gift from Amina/u);
  expect(await purchasesOf(phoneNumber)).toHaveLength(1);
});

test('without an event at the session’s end, the prompt comes all the same, once', async () => {
  const phoneNumber = await newPhone();
  const session = dial(phoneNumber);
  expect((await session.send(withAccount(giftInputs(someone(), 500)))).text).toMatch(PROMPTED);
  await system.sandbox.answerPrompt(phoneNumber, await referenceOf(phoneNumber), { pin: '1234' });
  await untilUssdPurchase(system, phoneNumber, { status: 'COMPLETED', prompts: 1 });
});

test('the last request at two processes buys once', async () => {
  const { url } = await system.addApi();
  const phoneNumber = await newPhone();
  const session = dial(phoneNumber);
  const other = dialUssd(system, { phoneNumber, url, sessionId: session.sessionId });
  const text = giftInputs(someone(), 500);
  await session.send(text);
  const last = withAccount(text);
  await Promise.all([session.send(last), other.send(last)]);
  // The repetition gets the stored answer.
  expect((await other.send(last)).text).toMatch(PROMPTED);
  expect(await purchasesOf(phoneNumber)).toMatchObject([{ status: 'PENDING', prompts: 1 }]);
});

test('the wallet pays a gift with the PIN; withdrawals and gifts are at most KES 20,000 a day', async () => {
  const { phoneNumber } = await newUssdCaller(system, 40_000);
  expect((await dial(phoneNumber).send(giftInputs(someone(), 15_000))).text).toMatch(
    /\n1\. M-PESA\n2\. My wallet\n0\. Back$/u,
  );
  expect(await payFromWallet(phoneNumber, 15_000)).toMatch(
    /^END Your wallet has paid KES 15,000\. Mama Njeri \(07\d{8}\) gets KES 14,250/u,
  );
  expect(await withdraw(phoneNumber, 5_001)).toMatch(/^END You cannot withdraw this amount now/u);
  expect(await withdraw(phoneNumber, 4_000)).toMatch(/^END KES 3,900 goes to /u);
  expect(await payFromWallet(phoneNumber, 1_001)).toMatch(/^END You cannot pay this amount now/u);
  expect(await purchasesOf(phoneNumber)).toMatchObject([
    { status: 'COMPLETED', paid: 'wallet', message: 'Happy birthday', prompts: 0 },
  ]);
  expect(await typeUssdPin(system, { phoneNumber, before: '2*1', pin: PIN })).toBe(
    'END Your wallet has KES 19,000.',
  );
  expect(await payFromWallet(phoneNumber, 10)).toMatch(/^END Too many tries\./u);
});

test('while buying is stopped, no gift is bought, and none for a blocked number', async () => {
  const phoneNumber = await newPhone();
  const recipient = someone();
  const session = dial(phoneNumber);
  const text = giftInputs(recipient, 500);
  await session.send(text);
  const stopId = await stop(system, pair[0], 'buying');
  const STOPPED = 'END Gifts cannot be bought just now. Please dial again later.';
  expect((await dial(phoneNumber).send('3')).text).toBe(STOPPED);
  expect((await session.send(withAccount(text))).text).toBe(STOPPED);
  await endStop(system, pair, stopId);
  await block(system, pair, { kind: 'number', value: recipient });
  expect((await dial(phoneNumber).send(text)).text).toMatch(/^END This is not possible with this number/u);
  expect(await purchasesOf(phoneNumber)).toEqual([]);
});

test('a cut purchase for a number that was blocked since is refused', async () => {
  const [phoneNumber, recipient] = [await newPhone(), someone()];
  await dial(phoneNumber).send(giftInputs(recipient, 500));
  await block(system, pair, { kind: 'number', value: recipient });
  const session = dial(phoneNumber);
  expect((await session.send('')).text).toMatch(/^CON Your last call was cut\./u);
  expect((await session.send('1')).text).toMatch(/^END This is not possible with this number/u);
  expect(await purchasesOf(phoneNumber)).toEqual([]);
});

test('a line without M-PESA pays from the wallet only', async () => {
  const airtel = { networkCode: '63903' };
  const text = giftInputs(someone(), 500);
  expect((await dial(await newPhone()).send(text, airtel)).text).toMatch(/^END This line has no M-PESA/u);
  const { phoneNumber } = await newUssdCaller(system);
  expect((await dial(phoneNumber).send(text, airtel)).text).toMatch(/KES 475\.\n2\. My wallet\n0\. Back$/u);
});

test('a recipient says thanks for a gift, once', async () => {
  const recipient = newPerson('Amina', 'Otieno');
  const { voucherId } = await makeGift(system, { amount: 1_000, recipient });
  await chooseEnglishByUssd(system, recipient.phoneNumber);
  const session = dial(recipient.phoneNumber);
  expect((await session.send('1*1')).text).toContain('\n3. Say thanks\n');
  expect((await session.send('1*1*3')).text).toBe(
    'CON 1. Thank you very much\n2. I am so happy\n3. God bless you\n0. Back',
  );
  expect((await session.send('1*1*3*3')).text).toMatch(/^END We have sent your thanks to /u);
  const { rows } = await system.owner.query('select thanks from vouchers where id = $1', [voucherId]);
  expect(rows).toEqual([{ thanks: 'God bless you' }]);
  expect(await outcomeOf(session.sessionId)).toBe('thanked');
  expect((await dial(recipient.phoneNumber).send('1*1')).text).not.toContain('Say thanks');
  expect((await dial(recipient.phoneNumber).send('1*1*3*1')).text).toMatch(/^END You have said thanks/u);
});

test('a cut purchase can be gone on with: what was typed is kept, sealed, until the last screen', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  const recipient = someone();
  await dial(phoneNumber).send(`3*${recipient}`);
  const second = dial(phoneNumber);
  expect((await second.send('')).text).toBe(
    `CON Your last call was cut.\n1. Go on: buy a gift for 0${recipient.slice(3)}\n2. Start again`,
  );
  expect((await second.send('1*Mama Njeri*1000*Karibu nyumbani')).text).toMatch(/^CON You pay KES 1,000\./u);
  const draft = await draftOf(second.sessionId);
  expect(draft?.toString('latin1')).not.toMatch(/Mama|Karibu|254/u);

  const third = dial(phoneNumber);
  expect((await third.send('')).text).toContain('1. Go on: buy a gift for Mama Njeri\n');
  expect((await third.send('1')).text).toMatch(/^CON You pay KES 1,000\. Mama Njeri /u);
  expect((await third.send('1*1')).text).toMatch(PROMPTED);
  expect(await draftOf(third.sessionId)).toBeNull();
  expect(await purchasesOf(phoneNumber)).toMatchObject([{ message: 'Karibu nyumbani' }]);
  expect((await dial(phoneNumber).send('')).text).toMatch(/^CON 1\. /u);
});

test('a caller who starts again is not asked about the cut purchase again', async () => {
  const { phoneNumber } = await newUssdCaller(system);
  await dial(phoneNumber).send(`3*${someone()}`);
  expect((await dial(phoneNumber).send('')).text).toMatch(/^CON Your last call was cut\./u);
  const again = dial(phoneNumber);
  await again.send('');
  expect((await again.send('2')).text).toMatch(/^CON 1\. /u);
  expect((await dial(phoneNumber).send('')).text).toMatch(/^CON 1\. /u);
});
