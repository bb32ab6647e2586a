import { refusals } from '@zawadi/contract/refusals';
import { lookUpVoucher, redeemAtTill } from '@zawadi/contract/redemptions';
import { expect, test } from 'vitest';
import { CallFailed, CallRefused } from '../../../api/call.ts';
import { problemOfReason, tillProblemOf } from './till-problem.ts';

const refused = (code: keyof typeof refusals, retryAfterSeconds?: number) =>
  new CallRefused(refusals[code].status, {
    code,
    customerMessage: refusals[code].message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

test('every refusal that the till can get has a text', () => {
  for (const code of [...lookUpVoucher.refusals, ...redeemAtTill.refusals])
    expect(tillProblemOf(refused(code)).title).toBe(refusals[code].message);
});

test('a throttled till says how long to wait', () => {
  expect(tillProblemOf(refused('too_many_requests', 40))).toMatchObject({ waitSeconds: 40 });
  expect(tillProblemOf(refused('voucher_used', 40))).not.toHaveProperty('waitSeconds');
});

test('names a lost network, and adds advice to the reason why a voucher cannot be redeemed', () => {
  expect(tillProblemOf(new CallFailed())).toEqual({ title: 'Network error. Please try again.' });
  expect(problemOfReason({ code: 'voucher_used', message: 'This voucher is already used up.' })).toEqual({
    title: 'This voucher is already used up.',
    advice: 'Nothing is left on it.',
  });
});
