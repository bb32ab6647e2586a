import { listApprovals, viewVoucher, voidVoucher } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  [maker, checker] = [await newAdministrator(system), await newAdministrator(system, 'administrator')];
});
afterAll(() => system.close());

test('two administrators send a gift to the right person when its buyer may no longer correct the recipient', async () => {
  const [wrong, right] = [newPerson('Kip', 'Rotich'), newPerson('Rose', 'Kerubo')];
  const gift = await makeGift(system, { amount: 1_000, recipient: wrong });
  const { fullName, phone } = { fullName: 'Rose Kerubo', phone: right.phoneNumber };
  const body = {
    voucherId: gift.voucherId,
    valueGoesTo: 'replacement' as const,
    recipient: { fullName, phone },
    reason: 'The buyer called',
  };
  const asked = await system.call(voidVoucher, { body }, { bearer: maker.bearer });
  expect(asked.answer).toEqual({ outcome: 'waiting', approvalId: expect.any(String) });
  const { approvals } = (await system.call(listApprovals, { query: {} }, { bearer: checker.bearer })).answer;
  const [open] = approvals.filter(({ subjectId }) => subjectId === gift.voucherId);
  expect(open?.summary).toContain('Rose Kerubo');
  expect(open?.summary).not.toContain(phone);
  const approvalId = open?.approvalId ?? '';
  expect((await approve(system, maker, approvalId)).outcome).not.toBe('ok');
  expect((await approve(system, checker, approvalId)).outcome).toBe('ok');

  const [, token = ''] = await system.sandbox.sms(phone, /\/v\/([\w-]+)/u);
  const view = await system.call(viewVoucher, { params: { claimToken: token } });
  expect(view.answer).toMatchObject({ recipientName: 'Rose Kerubo', balance: 950 });
  await system.sandbox.sms(wrong.phoneNumber, /to another number/u);
  expect(await leftOn(system, gift)).toBe(0);
});
