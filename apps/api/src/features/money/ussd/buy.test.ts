import { paths } from '@zawadi/mpesa/wire/paths';
import { newPerson, type Person } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { block } from '../../../testing/block-list-calls.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { endStop, stop } from '../../../testing/stop-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { chooseEnglishByUssd, dialUssd, typeUssdPin } from '../../../testing/ussd-calls.ts';
import { sendDuePrompts } from '../purchases/index.ts';

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

/** Opens a wallet by USSD with a gift in it. */
async function newCaller(amount: number): Promise<Person> {
  const person = newPerson('Amina', 'Otieno');
  await makeGift(system, { amount, recipient: person });
  await chooseEnglishByUssd(system, person.phoneNumber);
  const session = dial(person.phoneNumber);
  expect((await session.send('1*1*1*Amina*Otieno*1')).text).toMatch(/^END The gift from /u);
  return person;
}

const gift = (recipient: string, amount: number) => `3*${recipient}*Mama Njeri*${amount}*1`;
const withAccount = (text: string) => `${text}*1*Amina*Otieno*1`;
const payFromWallet = (phoneNumber: string, amount: number) =>
  typeUssdPin(system, { phoneNumber, before: `${gift(someone(), amount)}*2`, pin: PIN });
const withdraw = (phoneNumber: string, amount: number) =>
  typeUssdPin(system, { phoneNumber, before: `2*2*${amount}`, pin: PIN });

type Row = { status: string; paid: string; reference: string; message: string; prompts: number };

async function purchasesOf(phoneNumber: string): Promise<Row[]> {
  const { rows } = await system.owner.query<Row>(
    `select p.status, p.paid_by as paid, p.bill_reference as reference, g.message,
       (select count(*)::int from orders o where o.home_id = p.home_id) as prompts
     from purchases p join purchase_gifts g using (home_id)
     where p.payer_msisdn = $1 and p.is_by_ussd order by p.registered_at`,
    [phoneNumber],
  );
  return rows;
}

async function referenceOf(phoneNumber: string): Promise<string> {
  const [purchase] = await purchasesOf(phoneNumber);
  return purchase?.reference ?? '';
}

const untilStatus = (phoneNumber: string, status: string, prompts: number) =>
  eventually(`a purchase that is ${status}`, async () => {
    const [purchase] = await purchasesOf(phoneNumber);
    return purchase?.status === status && purchase.prompts === prompts ? purchase : undefined;
  });

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
  const [first, second] = await Promise.all([session.send(last), session.send(last)]);
  expect(first.text).toMatch(PROMPTED);
  expect(second.text).toBe(first.text);
  expect((await system.sandbox.phone(phoneNumber)).prompts).toEqual([]);
  expect(await session.end()).toBe(200);
  expect(await session.end()).toBe(200);
  await system.sandbox.answerPrompt(phoneNumber, await referenceOf(phoneNumber), { pin: '1234' });
  expect(await untilStatus(phoneNumber, 'COMPLETED', 1)).toMatchObject({ message: 'Karibu nyumbani' });
  await system.sandbox.sms(phoneNumber, /^Your Zawadi gift of KES 950 for Mama Njeri is paid/u);
  expect((await dial(recipient).send('1')).text).toMatch(/^CON 1\. Gift from Amina/u);
  expect(await purchasesOf(phoneNumber)).toHaveLength(1);
});

test('without an event at the session’s end, the prompt comes all the same, once', async () => {
  const phoneNumber = await newPhone();
  const session = dial(phoneNumber);
  expect((await session.send(withAccount(gift(someone(), 500)))).text).toMatch(PROMPTED);
  await system.sandbox.answerPrompt(phoneNumber, await referenceOf(phoneNumber), { pin: '1234' });
  await untilStatus(phoneNumber, 'COMPLETED', 1);
});

test('the last request at two processes buys once', async () => {
  const { url } = await system.addApi();
  const phoneNumber = await newPhone();
  const session = dial(phoneNumber);
  const other = dialUssd(system, { phoneNumber, url, sessionId: session.sessionId });
  const text = gift(someone(), 500);
  await session.send(text);
  const last = withAccount(text);
  await Promise.all([session.send(last), other.send(last)]);
  // The repetition also answers a request that had waited too long on a busy machine.
  expect((await other.send(last)).text).toMatch(PROMPTED);
  expect(await purchasesOf(phoneNumber)).toMatchObject([{ status: 'PENDING', prompts: 1 }]);
});

test('a phone that cannot be reached is prompted once more, and then an SMS says how to pay by hand', async () => {
  const phoneNumber = await newPhone();
  await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode: '1037', times: 2 } });
  const session = dial(phoneNumber);
  expect((await session.send(withAccount(gift(someone(), 500)))).text).toMatch(PROMPTED);
  await session.end();
  const { reference } = await untilStatus(phoneNumber, 'CANCELED', 1);
  await sendDuePrompts(system.deps);
  await untilStatus(phoneNumber, 'CANCELED', 1);
  const planned = await system.owner.query(
    `update purchases set prompt_again_at = moment()
     where bill_reference = $1 and prompt_again_at > moment() + interval '30 seconds'`,
    [reference],
  );
  expect(planned.rowCount).toBe(1);
  await Promise.all([sendDuePrompts(system.deps), sendDuePrompts(system.deps)]);
  await untilStatus(phoneNumber, 'CANCELED', 2);
  await system.sandbox.sms(phoneNumber, new RegExp(`pay KES 500 by M-PESA .* account ${reference}`, 'u'));
  const { rows } = await system.owner.query(
    'select 1 from purchases where bill_reference = $1 and prompt_again_at is not null',
    [reference],
  );
  expect(rows).toEqual([]);
});

test('the wallet pays a gift with the PIN; withdrawals and gifts are at most KES 20,000 a day', async () => {
  const { phoneNumber } = await newCaller(40_000);
  expect((await dial(phoneNumber).send(gift(someone(), 15_000))).text).toMatch(
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
  const text = gift(recipient, 500);
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

test('a line without M-PESA pays from the wallet only', async () => {
  const airtel = { networkCode: '63903' };
  const text = gift(someone(), 500);
  expect((await dial(await newPhone()).send(text, airtel)).text).toMatch(/^END This line has no M-PESA/u);
  const { phoneNumber } = await newCaller(1_000);
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
  expect((await dial(recipient.phoneNumber).send('1*1')).text).not.toContain('Say thanks');
  expect((await dial(recipient.phoneNumber).send('1*1*3*1')).text).toMatch(/^END You have said thanks/u);
});
