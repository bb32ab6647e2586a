import { paths } from '@zawadi/mpesa/wire/paths';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { block } from '../../../testing/block-list-calls.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { setLimits } from '../../../testing/own-limit-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { endStop, stop } from '../../../testing/stop-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { chooseEnglishByUssd, dialUssd } from '../../../testing/ussd-calls.ts';
import { firstGiftInputs, untilUssdPurchase } from '../../../testing/ussd-purchases.ts';
import { sendDuePrompts } from '../purchases/index.ts';

let system: TestSystem;
let pair: readonly [Administrator, Administrator];
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
  pair = [await newAdministrator(system, 'administrator'), await newAdministrator(system, 'administrator')];
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const PROMPTED = /^END Enter your M-PESA PIN in the next window\./u;

/** Makes the second prompts due at once. Returns how many were planned for about a minute later. */
async function hurrySecondPrompt(reference: string): Promise<number | null> {
  const { rowCount } = await system.owner.query(
    `update purchases set prompt_again_at = moment() where bill_reference = $1
       and prompt_again_at between moment() + interval '30 seconds' and moment() + interval '60 seconds'`,
    [reference],
  );
  return rowCount;
}

/** Buys a gift whose prompt ends with a code. Returns the phone and the reference of the purchase. */
async function buyInVain(resultCode: string) {
  const { phoneNumber } = newPerson('Amina', 'Otieno');
  await chooseEnglishByUssd(system, phoneNumber);
  await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode, times: 1 } });
  const session = dialUssd(system, { phoneNumber });
  expect((await session.send(firstGiftInputs(newPerson('Njeri', 'Kamau').phoneNumber, 500))).text).toMatch(
    PROMPTED,
  );
  await session.end();
  const { reference } = await untilUssdPurchase(system, phoneNumber, { status: 'CANCELED', prompts: 1 });
  return { phoneNumber, reference };
}

test.each(['1037', '1001'])(
  'after the code %s, the phone is prompted once more, and then an SMS says how to pay by hand',
  async (resultCode) => {
    const { phoneNumber, reference } = await buyInVain(resultCode);
    await sendDuePrompts(system.deps);
    await untilUssdPurchase(system, phoneNumber, { status: 'CANCELED', prompts: 1 });
    expect(await hurrySecondPrompt(reference)).toBe(1);
    await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode, times: 1 } });
    await Promise.all([sendDuePrompts(system.deps), sendDuePrompts(system.deps)]);
    await untilUssdPurchase(system, phoneNumber, { status: 'CANCELED', prompts: 2 });
    await system.sandbox.sms(
      phoneNumber,
      new RegExp(`pay KES 500 by M-PESA to pay bill \\d+, account ${reference}`, 'u'),
    );
    expect(await hurrySecondPrompt(reference)).toBe(0);
  },
);

test('after other failures without a prompt on the phone, an SMS tells at once how to pay, or that it is not possible', async () => {
  const busy = await buyInVain('26');
  await system.sandbox.sms(busy.phoneNumber, new RegExp(`account ${busy.reference}`, 'u'));
  const indebted = await buyInVain('E3008');
  await system.sandbox.sms(
    indebted.phoneNumber,
    /^Your gift of KES 500 is not paid\. M-PESA did not accept the payment\./u,
  );
  for (const { reference } of [busy, indebted]) expect(await hurrySecondPrompt(reference)).toBe(0);
});

test('a buyer who cancelled the prompt gets no second one and no SMS', async () => {
  const { phoneNumber, reference } = await buyInVain('1032');
  expect(await hurrySecondPrompt(reference)).toBe(0);
  const { messages } = await system.sandbox.phone(phoneNumber);
  expect(messages.filter(({ text }) => /KES 500/u.test(text))).toEqual([]);
});

test('sends an SMS when a stop, a block or a limit refuses the second prompt', async () => {
  const stopped = await buyInVain('1037');
  const stopId = await stop(system, pair[0], 'buying');
  await hurrySecondPrompt(stopped.reference);
  await sendDuePrompts(system.deps);
  const told = (phoneNumber: string, why: string) =>
    system.sandbox.sms(phoneNumber, new RegExp(`^Your gift of KES 500 is not paid\\. ${why}`, 'u'));
  await told(stopped.phoneNumber, 'Gifts cannot be bought just now\\.');
  await endStop(system, pair, stopId);

  const blocked = await buyInVain('1037');
  await block(system, pair, { kind: 'number', value: blocked.phoneNumber });
  await hurrySecondPrompt(blocked.reference);
  await sendDuePrompts(system.deps);
  await told(blocked.phoneNumber, 'This is not possible with this number\\.');

  const limited = await buyInVain('1037');
  const { rows } = await system.owner.query<{ id: string }>('select id from users where phone_msisdn = $1', [
    limited.phoneNumber,
  ]);
  const subjectId = rows[0]?.id ?? '';
  await setLimits(system, { subjectKind: 'user', subjectId }, { limits: { purchasesDaily: 100 } }, pair);
  await hurrySecondPrompt(limited.reference);
  await sendDuePrompts(system.deps);
  await told(limited.phoneNumber, 'It is above what you can pay today\\.');
  for (const { reference } of [stopped, blocked, limited]) {
    expect(await hurrySecondPrompt(reference)).toBe(0);
  }
});

test('another person’s phone, chosen on the web, gets no SMS', async () => {
  const { reference } = await buyInVain('1037');
  const stranger = newPerson('Njeri', 'Kamau').phoneNumber;
  await system.owner.query('update purchases set payer_msisdn = $2 where bill_reference = $1', [
    reference,
    stranger,
  ]);
  await system.sandbox.behave({ endWith: { path: paths.stkPush, resultCode: '1037', times: 1 } });
  await hurrySecondPrompt(reference);
  await sendDuePrompts(system.deps);
  await untilUssdPurchase(system, stranger, { status: 'CANCELED', prompts: 2 });
  const { rows } = await system.owner.query(
    `select 1 from outbox where dedupe_key like 'pay-by-hand:%'
    and dedupe_key like '%' || (select id from purchases where bill_reference = $1) || '%'`,
    [reference],
  );
  expect(rows).toEqual([]);
});
