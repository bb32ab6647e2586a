import { formatVoucherCode } from '@zawadi/contract';
import { newPerson, type Person } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { chooseEnglishByUssd, dialUssd, typeUssdPin } from '../../../testing/ussd-calls.ts';
import { atMost, clearAttempts, countFailedAttemptIn } from '../../people/sessions/index.ts';
import { MOST_WRONG_PINS_OF_ALL } from './pin.ts';
import { isGoodPin } from './pin-rules.ts';

let system: TestSystem;
const lines: string[] = [];
beforeAll(async () => {
  system = await createTestSystem({ LOG_LEVEL: 'trace' }, { onLogLine: (line) => lines.push(line) });
  await switchFeatures(system, true, 'ussd', 'aliases');
});
afterAll(() => system.close());

const PIN = '830592';
const WRONG = '640275';

const dial = (phoneNumber: string) => dialUssd(system, { phoneNumber });

const chooseEnglish = (phoneNumber: string) => chooseEnglishByUssd(system, phoneNumber);

/** Creates a gift to a phone that has chosen English. */
async function newGift(person: Person = newPerson('Amina', 'Otieno')): Promise<Person & Gift> {
  const gift = { ...person, ...(await makeGift(system, { amount: 1_000, recipient: person })) };
  await chooseEnglish(person.phoneNumber);
  return gift;
}

const typePin = (phoneNumber: string, before: string, pin: string) =>
  typeUssdPin(system, { phoneNumber, before, pin });

const showCode = (phoneNumber: string, pin: string) => typePin(phoneNumber, '1*1*2', pin);

async function findPin(phoneNumber: string) {
  const { rows } = await system.owner.query<{ hash: string | null; wrong: number }>(
    'select pin_hash as hash, wrong_pins as wrong from ussd_numbers where msisdn = $1',
    [phoneNumber],
  );
  return rows[0];
}

test.each([
  '1234',
  '9876',
  '7890',
  '3210',
  '012345',
  '0000',
  '77777',
  '1212',
  '123123',
  '121212',
  '1987',
  '2026',
  '3112',
  '1231',
  '311287',
  '873112',
  '5678',
  '0712',
  '345678',
  '123',
  '8305921',
  '83a5',
  '',
])('the PIN %s is refused', (pin) => {
  expect(isGoodPin(pin, '254712345678')).toBe(false);
});

test.each(['8305', '64027', PIN, WRONG])('the PIN %s may be chosen', (pin) => {
  expect(isGoodPin(pin, '254712345678')).toBe(true);
});

test('value and code of a gift are shown after the PIN, which the first call sets; this opens the gift', async () => {
  const { phoneNumber, code, alias, voucherId } = await newGift();
  const session = dial(phoneNumber);
  expect((await session.send('1*1')).text).toContain('2. Value and code');
  expect((await session.send('1*1*2')).text).toMatch(/^CON Choose a Zawadi PIN, 4 to 6 digits/u);
  expect((await session.send('1*1*2*1234')).text).toMatch(/^CON Others can guess this/u);
  const shown = (await session.send(`1*1*2*1234*${PIN}`)).text;
  expect(shown).toMatch(/^END KES 950 from \w+/u);
  expect(shown.replaceAll(/[\s-]/gu, '')).toContain(code.replaceAll('-', ''));
  expect(shown.replaceAll(' ', '')).toContain(alias);
  const { rows } = await system.owner.query(
    `select reason from voucher_activities where voucher_id = $1 and kind = 'OPENED'`,
    [voucherId],
  );
  expect(rows).toEqual([{ reason: 'Code shown by USSD' }]);
  expect(await showCode(phoneNumber, PIN)).toBe(shown);
});

test('neither a PIN nor the screen after it is stored in clear or logged', async () => {
  const { phoneNumber, code } = await newGift();
  const shown = await showCode(phoneNumber, PIN);
  const { rows } = await system.owner.query<{ row: string }>(
    `select s::text as row from ussd_sessions s where msisdn = $1
     union all select n::text from ussd_numbers n where msisdn = $1`,
    [phoneNumber],
  );
  const kept = [...rows.map(({ row }) => row), ...lines].join('\n');
  const shownCode = formatVoucherCode(code);
  expect(shown).toContain(shownCode);
  for (const secret of [PIN, code, shownCode, 'KES 950']) expect(kept).not.toContain(secret);
});

test('three wrong PINs lock the PIN; a repeated request counts once, and a right PIN starts again', async () => {
  const { phoneNumber } = await newGift();
  expect(await showCode(phoneNumber, PIN)).toMatch(/^END KES 950/u);
  const session = dial(phoneNumber);
  await session.send('1*1*2');
  const wrong = (await session.send(`1*1*2*${WRONG}`)).text;
  expect(wrong).toBe('END Wrong PIN. 2 tries are left. Please dial again.');
  expect((await session.send(`1*1*2*${WRONG}`)).text).toBe(wrong);
  expect(await findPin(phoneNumber)).toMatchObject({ wrong: 1 });
  expect(await showCode(phoneNumber, PIN)).toMatch(/^END KES 950/u);
  expect(await findPin(phoneNumber)).toMatchObject({ wrong: 0 });
  const tries = [];
  for (let n = 0; n < 3; n += 1) tries.push(await showCode(phoneNumber, WRONG));
  expect(tries[1]).toBe('END Wrong PIN. 1 try is left. Please dial again.');
  expect(tries[2]).toMatch(/^END Your PIN is locked/u);
  expect(await showCode(phoneNumber, PIN)).toMatch(/^END Your PIN is locked/u);
});

test('a PIN in a dialled string is refused, and neither sets nor opens anything', async () => {
  const { phoneNumber } = await newGift();
  expect((await dial(phoneNumber).send(`1*1*2*${PIN}`)).text).toMatch(/^END Never dial your PIN/u);
  expect(await findPin(phoneNumber)).toMatchObject({ hash: null });
  expect(await showCode(phoneNumber, PIN)).toMatch(/^END KES 950/u);
  expect((await dial(phoneNumber).send(`1*1*2*${PIN}`)).text).toMatch(/^END Never dial your PIN/u);
});

test('the PIN is set in the menu, in Kiswahili too; the same step later tells whether it is right', async () => {
  const { phoneNumber } = newPerson('Amina', 'Otieno');
  const session = dial(phoneNumber);
  await session.send('');
  await session.send('2');
  expect((await session.send('2*5*4')).text).toMatch(/^CON Chagua PIN ya Zawadi/u);
  expect((await session.send(`2*5*4*${PIN}`)).text).toMatch(/^END PIN yako ya Zawadi imewekwa/u);
  expect(await typePin(phoneNumber, '5*4', PIN)).toMatch(/^END PIN yako ya Zawadi ni sahihi/u);
  expect(await typePin(phoneNumber, '5*4', WRONG)).toMatch(/^END PIN si sahihi/u);
});

test('a PIN that the number had with another account is not the new owner’s', async () => {
  const { phoneNumber } = await newGift();
  expect(await showCode(phoneNumber, PIN)).toMatch(/^END KES 950/u);
  const { rows } = await system.owner.query<{ id: string }>('select id from users limit 1');
  await system.owner.query('update ussd_numbers set pin_user_id = $1 where msisdn = $2', [
    rows[0]?.id,
    phoneNumber,
  ]);
  expect((await dial(phoneNumber).send('1*1*2')).text).toMatch(/^CON Choose a Zawadi PIN/u);
});

test('too many wrong PINs of all numbers stop every PIN, with an alert', async () => {
  const { phoneNumber } = await newGift();
  expect(await showCode(phoneNumber, PIN)).toMatch(/^END KES 950/u);
  const rule = atMost(MOST_WRONG_PINS_OF_ALL, 3_600);
  await clearAttempts(system.deps.db, system.deps.keys, 'wrong-pin', 'everybody');
  await inTransaction(system.deps.db, async (tx) => {
    for (let n = 1; n < MOST_WRONG_PINS_OF_ALL; n += 1) {
      await countFailedAttemptIn(tx, system.deps.keys, { words: ['wrong-pin', 'everybody'], rule });
    }
  });
  expect(await showCode(phoneNumber, WRONG)).toMatch(/^END Wrong PIN/u);
  expect(await showCode(phoneNumber, PIN)).toBe('END Too many tries. Please dial again later.');
  const { rows } = await system.owner.query(`select details from alerts where kind = 'pins_guessed'`);
  expect(rows).toEqual([{ details: { made: MOST_WRONG_PINS_OF_ALL } }]);
});
