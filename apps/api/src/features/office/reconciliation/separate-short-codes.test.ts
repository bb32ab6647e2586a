import { checkFloat, listFloatChecks, systemHealth } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollOrdersNow } from '../../../testing/poll-orders.ts';
import { downloadStatement, upload } from '../../../testing/reconciliation-calls.ts';
import { payForGift, refund, untilRefunded } from '../../../testing/refund-calls.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  untilPaid,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  checkStatus,
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { bookOpeningFloat } from '../../../testing/books-agree.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { sendOrder } from '../../mpesa/orders/index.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem({ MPESA_PAYOUT_SHORT_CODE: '600200', MPESA_C2B_VERSION: 'v1' });
  await system.sandbox.behave({ separateShortCodes: true, missingProducts: [paths.c2bRegister] });
  await sendPayBillAddresses(system.deps);
  administrator = await newAdministrator(system);
  await bookOpeningFloat(system);
});
afterAll(() => system.close());

async function checkNow() {
  expect((await system.call(checkFloat, {}, { bearer: administrator.bearer })).outcome).toBe('ok');
  return eventually('a check that both short codes have answered', async () => {
    const { answer } = await system.call(
      listFloatChecks,
      { query: { limit: 1 } },
      { bearer: administrator.bearer },
    );
    return answer.checks[0]?.status === 'asking' ? undefined : answer.checks[0];
  });
}

test('collects and refunds from one short code, pays out from the other, and compares both floats', async () => {
  const saver = await newSaver(system);
  // The result of the withdrawal is lost, so its status is queried. M-PESA's answer also contains the charge.
  let requestId = '';
  await system.provider.losing(async () => {
    ({ requestId } = await registerAndStartWithdrawal(system, saver, 1_000));
  });
  await pollOrdersNow(system);
  const withdrawal = { requestId, billReferenceNumber: '', amount: 1_000, msisdn: saver.phoneNumber };
  await untilWithdrawal(system, saver, withdrawal, 'COMPLETED');

  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  const gift = await payForGift(system, 2_000);
  expect((await refund(system, administrator, gift)).outcome).toBe('ok');
  expect((await untilRefunded(system, gift)).returnedTo).toBe('mpesa');
  expect(await checkNow()).toMatchObject({
    status: 'agrees',
    accounts: [
      { account: 'collection', differenceCents: 0 },
      { account: 'payout', differenceCents: 0 },
    ],
  });

  await earn(system, shop, 500);
  await untilPaid(system, shop, await settleOne(system, administrator, shop));
  // Checks only the pay-out account, because the gift behind these earnings was not paid at M-PESA.
  const after = await checkNow();
  expect(after?.accounts[1]).toMatchObject({ account: 'payout', differenceCents: 0 });
});

test('an order is sent and queried only from the short code of its first send', async () => {
  const saver = await newSaver(system);
  await system.sandbox.behave({ executeThenDrop: { path: paths.b2c, times: 1 }, callback: { drop: true } });
  const withdrawal = await registerAndStartWithdrawal(system, saver, 1_000);
  await eventually('the money on the phone', async () =>
    (await phoneBalance(system, saver)) === 50_975 ? true : undefined,
  );
  await system.sandbox.behave({ callback: { drop: false } });
  const sendFrom = (shortCode: string) =>
    system.owner.query('update orders set sent_from = $2 where owner_id = $1', [
      withdrawal.requestId,
      shortCode,
    ]);
  // Like an order from the time when pay-outs had no short code of their own.
  await sendFrom('600100');
  const { rows } = await system.owner.query<{ homeId: string; id: string; sends: number }>(
    'select home_id as "homeId", id, sends from orders where owner_id = $1',
    [withdrawal.requestId],
  );
  const key = { homeId: rows[0]?.homeId ?? '', id: rows[0]?.id ?? '', kind: 'withdrawal' } as const;
  expect(await sendOrder(system.deps, key)).toBe('not_needed');
  await pollOrdersNow(system);
  expect((await checkStatus(system, saver, withdrawal)).answer.orderStatus).toBe('PENDING');
  expect(await phoneBalance(system, saver)).toBe(50_975);

  await sendFrom('600200');
  await pollOrdersNow(system);
  await pollOrdersNow(system);
  await untilWithdrawal(system, saver, withdrawal, 'COMPLETED');
  expect(await phoneBalance(system, saver)).toBe(50_975);
});

test('accepts a short code’s statement only for that short code’s accounts', async () => {
  const [collection, utility] = await Promise.all([
    downloadStatement(system, 'collection'),
    downloadStatement(system, 'utility'),
  ]);
  expect(utility).toContain('600200');
  const outcomes = await Promise.all([
    upload(system, administrator, { account: 'collection', text: collection }),
    upload(system, administrator, { account: 'utility', text: utility }),
    upload(system, administrator, { account: 'collection', text: utility }),
    upload(system, administrator, { account: 'utility', text: collection }),
    // If a short code only collects, M-PESA uses another name for the account.
    upload(system, administrator, {
      account: 'collection',
      text: collection.replace('Merchant Account', 'Utility Account').replace('\r\n\r\n', '\r\n \r\n'),
    }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 422, 422, 200]);
});

test('registers callback URLs with the app’s product version, and Health shows a refusal in red', async () => {
  const health = async () => (await system.call(systemHealth, {}, { bearer: administrator.bearer })).answer;
  expect((await health()).callbacks).toMatchObject({ areAddressesRefused: false, state: 'good' });
  await system.sandbox.behave({ missingProducts: [paths.c2bRegisterV1] });
  await sendPayBillAddresses(system.deps);
  expect(await health()).toMatchObject({
    state: 'bad',
    callbacks: { areAddressesRefused: true, state: 'bad', waiting: 0 },
  });
  await system.sandbox.behave({ missingProducts: [paths.c2bRegister] });
  await sendPayBillAddresses(system.deps);
  expect((await health()).callbacks.state).toBe('good');
});
