import { newPerson, type Person } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { beginUssd, dialUssd, SERVICE_CODE } from '../../../testing/ussd-calls.ts';
import { reportAddress } from '../../services/delivery-reports/index.ts';
import { answerRequest } from './answer-request.ts';

let system: TestSystem;
const lines: string[] = [];
beforeAll(async () => {
  system = await createTestSystem({ LOG_LEVEL: 'trace' }, { onLogLine: (line) => lines.push(line) });
  await switchFeatures(system, true, 'ussd', 'aliases');
});
afterAll(() => system.close());

const dial = (phoneNumber: string) => dialUssd(system, { phoneNumber });
const begin = (phoneNumber: string) => beginUssd(system, phoneNumber);

/** Creates a gift to a phone without an account. */
async function newGift(person: Person = newPerson('Amina', 'Otieno')): Promise<Person & Gift> {
  return { ...person, ...(await makeGift(system, { amount: 1_000, recipient: person })) };
}

async function countClaims({ voucherId }: Gift): Promise<number> {
  const { rows } = await system.owner.query('select from claims where voucher_id = $1', [voucherId]);
  return rows.length;
}

const END_OF_CLAIM = /^END The gift from \w+.* is in your wallet\./u;

test('a person without an account finds a gift, opens a wallet and has the gift in it', async () => {
  const gift = await newGift();
  const session = dial(gift.phoneNumber);
  expect((await session.send('')).text).toBe('CON Zawadi\n1. English\n2. Kiswahili');
  expect((await session.send('1')).text).toMatch(/^CON 1\. My gifts/u);
  const list = (await session.send('1*1')).text;
  expect(list).toMatch(/^CON 1\. Gift from \w+/u);
  for (const secret of [gift.code, gift.alias, '950', '1,000']) expect(list).not.toContain(secret);
  expect((await session.send('1*1*1')).text).toMatch(/^CON Gift for Kip Rotich from /u);
  expect((await session.send('1*1*1*1')).text).toMatch(/^CON We open a wallet for you\./u);
  expect((await session.send('1*1*1*1*0722')).text).toMatch(/^CON Use letters only/u);
  expect((await session.send('1*1*1*1*0722*amina')).text).toMatch(/^CON Type your last name/u);
  expect((await session.send('1*1*1*1*0722*amina*otieno')).text).toMatch(/\/terms\.\n1\. I agree/u);
  expect((await session.send('1*1*1*1*0722*amina*otieno*1')).text).toMatch(END_OF_CLAIM);
  expect(await leftOn(system, gift)).toBe(0);
  const { rows } = await system.owner.query(
    `select u.first_name, u.last_name, u.language, u.phone_verified_at is not null as verified, a.terms_version
     from users u join ussd_agreements a on a.user_id = u.id where u.phone_msisdn = $1`,
    [gift.phoneNumber],
  );
  expect(rows).toEqual([
    { first_name: 'Amina', last_name: 'Otieno', language: 'en', verified: true, terms_version: '2026-11' },
  ]);
  expect((await dial(gift.phoneNumber).send('1')).text).toMatch(/^CON No gift waits/u);
  await system.sandbox.sms(gift.phoneNumber, /number [\d ]+ at .* Dial \*384\*44135# or open http\S+$/u);
  await system.sandbox.sms(
    gift.phoneNumber,
    /^Zawadi: KES 950 from .* is in your wallet\. To use it, dial \*384\*44135# and choose 2, or open http\S+\/login$/u,
  );
});

test('inputs are neither logged nor stored', async () => {
  const gift = await newGift();
  await (await begin(gift.phoneNumber)).send('1*1*1*1*Zuhurasiri*Mwinyisiri');
  await dial(gift.phoneNumber).send(`4*${gift.alias}`);
  const { rows } = await system.owner.query<{ row: string }>(
    'select s::text as row from ussd_sessions s where msisdn = $1',
    [gift.phoneNumber],
  );
  expect(rows).toHaveLength(2);
  const kept = [...rows.map(({ row }) => row), ...lines].join('\n');
  for (const secret of ['Zuhurasiri', 'Mwinyisiri', gift.alias]) expect(kept).not.toContain(secret);
});

test('a person with an account adds a gift in three screens, in Kiswahili', async () => {
  const { user } = await newConsumer(system);
  const { rows } = await system.owner.query<{ phone: string; email: string }>(
    'select phone_msisdn as phone, email from users where id = $1',
    [user.id],
  );
  const [{ phone, email } = { phone: '', email: '' }] = rows;
  const gift = await makeGift(system, { amount: 1_000, recipient: { phoneNumber: phone, email } });
  const session = await begin(phone);
  expect((await session.send('2')).text).toMatch(/^CON 1\. Zawadi zangu/u);
  expect((await session.send('2*1*1')).text).toMatch(
    /Weka kwenye pochi yangu\n2\. Thamani na msimbo\n3\. Sema asante\n0\. Rudi$/u,
  );
  expect((await session.send('2*1*1*1')).text).toMatch(/^END Zawadi kutoka kwa .* iko kwenye pochi yako/u);
  expect(await countClaims(gift)).toBe(1);
});

test('doubled, crossed and repeated requests, also of two processes, claim once and get the same answer', async () => {
  const { url } = await system.addApi();
  const gift = await newGift();
  const session = dial(gift.phoneNumber);
  const text = '1*1*1*1*Amina*Otieno*1';
  await session.send('');
  const { phoneNumber } = gift;
  const other = dialUssd(system, { phoneNumber, url, sessionId: session.sessionId });
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => (await (n % 2 === 0 ? session : other).send(text)).text),
  );
  const { text: answer } = await session.send(text);
  expect(answer).toMatch(END_OF_CLAIM);
  for (const one of answers) expect(one).toBe(answer);
  for (const strange of ['1*1', '1*1*1*1*Amina*Other*1', `${text}*1`]) {
    expect((await session.send(strange)).text).toMatch(/^END Please dial again/u);
  }
  expect(await countClaims(gift)).toBe(1);
  const { rows } = await system.owner.query('select from users where phone_msisdn = $1', [gift.phoneNumber]);
  expect(rows).toHaveLength(1);
});

test('two sessions of one number open one wallet and claim a gift once', async () => {
  const gift = await newGift();
  await (await begin(gift.phoneNumber)).send('1');
  const sessions = [1, 2, 3].map(() => dial(gift.phoneNumber));
  for (const session of sessions) {
    expect((await session.send('1*1*1*Amina*Otieno')).text).toContain('1. I agree');
  }
  const confirm = () => Promise.all(sessions.map((session) => session.send('1*1*1*Amina*Otieno*1')));
  await confirm();
  // The repetition gets the stored answer.
  const answers = await confirm();
  for (const { text } of answers) expect(text).toMatch(END_OF_CLAIM);
  expect(await countClaims(gift)).toBe(1);
  const { rows } = await system.owner.query('select from users where phone_msisdn = $1', [gift.phoneNumber]);
  expect(rows).toHaveLength(1);
});

test('the same last input again is a new input, not a repetition', async () => {
  const gift = await newGift();
  const session = await begin(gift.phoneNumber);
  const [first, second] = [(await session.send('1')).text, (await session.send('1*1')).text];
  expect(second).not.toBe(first);
});

test('a request of the session with another number is refused, with an alert', async () => {
  const gift = await newGift();
  const session = dial(gift.phoneNumber);
  await session.send('');
  const { phoneNumber } = newPerson('Kip', 'Rotich');
  expect((await session.send('1', { phoneNumber: `+${phoneNumber}` })).text).toMatch(
    /^END Please dial again/u,
  );
  const { rows } = await system.owner.query(`select from alerts where kind = 'ussd_sessions_mixed'`);
  expect(rows).toHaveLength(1);
});

test('the wire refuses a wrong token, an unknown code, an unescaped plus, a repeated field and a long body', async () => {
  const { phoneNumber } = newPerson('Kip', 'Rotich');
  const session = dial(phoneNumber);
  expect((await session.send('', { serviceCode: '*999#' })).status).toBe(404);
  expect((await session.send('', { phoneNumber: ` ${phoneNumber}` })).status).toBe(422);
  expect((await session.send('1'.repeat(5_000))).status).toBe(413);
  const address = reportAddress(system.deps, 'ussd');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (url: string, body: string) => fetch(url, { method: 'POST', headers, body });
  expect((await post(address, 'text=1&text=2')).status).toBe(400);
  expect((await post(address.replace(/[0-9a-f]{64}$/u, 'ab'.repeat(32)), 'not parsed')).status).toBe(404);
  expect(
    await system.owner.query('select from ussd_sessions where msisdn = $1', [phoneNumber]),
  ).toMatchObject({
    rowCount: 0,
  });
});

test('a cut session can be gone on with', async () => {
  const gift = await newGift();
  await (await begin(gift.phoneNumber)).send('1*1*1');
  const session = dial(gift.phoneNumber);
  expect((await session.send('')).text).toMatch(/^CON Your last call was cut\.\n1\. Go on: gift from /u);
  expect((await session.send('1')).text).toMatch(/^CON Gift for Kip Rotich from /u);
});

test('a gift is found by its number; only its own recipient can add it', async () => {
  const gift = await newGift();
  const stranger = await begin(newPerson('Kip', 'Rotich').phoneNumber);
  const shown = await stranger.send(`1*4*${gift.alias}`);
  expect(shown.text).toMatch(/^CON KES 950 from \w+.*\.\nSpend at: /u);
  expect(shown.text).not.toContain('Add to my wallet');
  expect((await stranger.send(`1*4*${gift.alias}*1`)).text).toBe(shown.text);
  expect(await countClaims(gift)).toBe(0);
  const own = await begin(gift.phoneNumber);
  expect((await own.send(`1*4*${gift.alias}`)).text).toContain('1. Add to my wallet');
  expect((await own.send(`1*4*${gift.alias}*1*Amina*Otieno*1`)).text).toMatch(END_OF_CLAIM);
  const late = await begin(newPerson('Kip', 'Rotich').phoneNumber);
  expect((await late.send(`1*4*${gift.alias}`)).text).toMatch(/^END We cannot show a gift with this number/u);
});

test('a refused claim leaves no account', async () => {
  const gift = await newGift();
  const session = await begin(gift.phoneNumber);
  await session.send('1*1*1*1*Amina*Otieno');
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 day' where id = $1`, [
    gift.voucherId,
  ]);
  expect((await session.send('1*1*1*1*Amina*Otieno*1')).text).toMatch(/^END This gift can no longer/u);
  const { rows } = await system.owner.query('select from users where signup_phone_msisdn = $1', [
    gift.phoneNumber,
  ]);
  expect(rows).toEqual([]);
});

test('a refused confirmation moves nothing, and its repetition gets the same answer', async () => {
  const gift = await newGift();
  const freeze = (status: string, phone: string) =>
    system.owner.query('update users set status = $1 where phone_msisdn = $2', [status, phone]);
  const owner = await begin(gift.phoneNumber);
  expect((await owner.send('1*1*1*1*Amina*Otieno*1')).text).toMatch(END_OF_CLAIM);
  await freeze('FROZEN', gift.phoneNumber);
  const { phoneNumber, email } = gift;
  const second = await makeGift(system, { amount: 1_000, recipient: { phoneNumber, email } });
  const session = dial(phoneNumber);
  const refused = await session.send('1*1*1');
  expect(refused.text).toMatch(/^END This is not possible with this number\. Help: /u);
  await freeze('ACTIVE', phoneNumber);
  expect((await session.send('1*1*1')).text).toBe(refused.text);
  expect(await countClaims(second)).toBe(0);
});

test('nothing is answered after a restore until administrators open the service again', async () => {
  const ofApp = { background: () => {}, isClosed: async () => true, readSimSwap: undefined };
  const deps = { ...system.deps, ...ofApp };
  const closed = await answerRequest(deps, 'test', {
    sessionId: 'closed',
    msisdn: '254700000009',
    networkCode: '63902',
    serviceCode: SERVICE_CODE,
    inputs: [],
  });
  expect(closed).toMatchObject({ isLast: true, step: 'off' });
});

test('the end event stores cost and outcome once, and only of the caller’s session', async () => {
  const { phoneNumber } = newPerson('Kip', 'Rotich');
  const session = dial(phoneNumber);
  expect(await session.end()).toBe(200);
  await session.send('');
  expect(await session.end({ status: 'Incomplete' })).toBe(200);
  expect(await session.end({ cost: 'KES 9.99' })).toBe(200);
  const { rows } = await system.owner.query(
    'select ended_as, cost_cents::int as cost from ussd_sessions where msisdn = $1',
    [phoneNumber],
  );
  expect(rows).toEqual([{ ended_as: 'Incomplete', cost: 10 }]);
});

test('nothing is answered while the feature is off', async () => {
  const { phoneNumber } = newPerson('Kip', 'Rotich');
  await switchFeatures(system, false, 'ussd');
  expect((await dial(phoneNumber).send('')).text).toMatch(/^END Zawadi by USSD is off/u);
  await switchFeatures(system, true, 'ussd');
});
