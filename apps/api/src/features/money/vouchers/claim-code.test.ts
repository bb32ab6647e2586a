import * as contract from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimCalls, wrongCode } from '../../../testing/claim-calls.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { openProof } from './claim-code.ts';

let system: TestSystem;
let { newGift, send, check, codeOn, prove, claim } = {} as ReturnType<typeof claimCalls>;
beforeAll(async () => {
  system = await createTestSystem();
  ({ newGift, send, check, codeOn, prove, claim } = claimCalls(system));
});
afterAll(() => system.close());

test('A6 only the right code reveals that the gift’s phone number has an account, and then makes none', async () => {
  const known = await newConsumer(system);
  const { gift } = await newGift(known);
  const [ofKnown, ofNew] = [await send(gift), await send((await newGift()).gift)];
  expect(Object.keys(ofKnown.answer)).toEqual(Object.keys(ofNew.answer));
  const code = await codeOn(known);
  expect((await check(gift, wrongCode(code))).outcome).toBe('verification_code_invalid');
  expect((await check(gift, code)).outcome).toBe('number_has_account');
  expect(await leftOn(system, gift)).toBe(950);
});

test('A3 a claim code allows five tries, its proof is valid for that code only, and both expire', async () => {
  const made = await newGift();
  await send(made.gift);
  const code = await codeOn(made.recipient);
  for (let tries = 0; tries < 5; tries += 1)
    expect((await check(made.gift, wrongCode(code))).outcome).toBe('verification_code_invalid');
  expect((await check(made.gift, code)).outcome).toBe('verification_code_invalid');

  const other = await newGift();
  const proof = await prove(other);
  expect((await send(other.gift)).answer.nextCodeInSeconds).toBeLessThanOrEqual(60);
  await system.owner.query(`delete from limited_attempts`);
  await send(other.gift);
  expect((await claim(proof, other.recipient)).outcome).toBe('verification_code_invalid');
  expect((await claim('bm90LWEtcHJvb2Y', other.recipient)).outcome).toBe('voucher_not_found');
  const { keys } = system.deps;
  const inMinutes = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) });
  expect(openProof({ keys, clock: inMinutes(29) }, proof).voucherId).toBe(other.gift.voucherId);
  expect(() => openProof({ keys, clock: inMinutes(31) }, proof)).toThrow('Your code has expired');

  const late = await newGift();
  await send(late.gift);
  const lateCode = await codeOn(late.recipient);
  await system.owner.query(`update one_time_codes set expires_at = now() where subject_id = $1`, [
    late.gift.voucherId,
  ]);
  expect((await check(late.gift, lateCode)).outcome).toBe('verification_code_invalid');
});

test('A4 sends a claim code at most once a minute, and three times an hour', async () => {
  const { gift, recipient } = await newGift();
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(gift)));
  expect(replies.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'ok'));
  await codeOn(recipient);
  const sent = `select from one_time_codes where subject_id = $1`;
  expect((await system.owner.query(sent, [gift.voucherId])).rows).toHaveLength(1);
  const { messages } = await system.sandbox.phone(recipient.phoneNumber);
  expect(messages.filter(({ text }) => text.includes('adds your gift'))).toHaveLength(1);
  const aMinuteLater = async () => {
    await system.owner.query(
      `update limited_attempts set made_at = array(select t - interval '61 seconds' from unnest(made_at) t)`,
    );
    return (await send(gift)).outcome;
  };
  expect([await aMinuteLater(), await aMinuteLater(), await aMinuteLater()]).toEqual([
    'ok',
    'ok',
    'too_many_requests',
  ]);
});

test('sends no claim code for an unknown link', async () => {
  const unknown = { claimToken: 'no-such-link' };
  expect((await system.call(contract.sendClaimCode, { body: unknown })).outcome).toBe('voucher_not_found');
});
