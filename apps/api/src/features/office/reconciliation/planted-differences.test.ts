import { explainReconciliationItem, pullStatement } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { makeGift } from '../../../testing/gifts.ts';
import {
  book,
  compareToday,
  itemsOf,
  only,
  payOutReceipt,
  payWithLostConfirmation,
} from '../../../testing/reconciliation-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newSaver } from '../../../testing/withdrawal-calls.ts';
import { account } from '../../services/postings/index.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let system: TestSystem;
let maker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  maker = await newAdministrator(system);
});
afterAll(() => system.close());

const balanceOf = (code: string) => readBalance(system.deps.db, { account: code });

/** Makes M-PESA's statements differ from M-PESA's books until `work` has ended. */
async function withPlantedDifferences<T>(statement: object, work: () => Promise<T>): Promise<T> {
  await system.sandbox.behave({ statement });
  const result = await work();
  await system.provider.reset();
  return result;
}

// Each test continues from the state that the tests before it have left.
describe('M-PESA statements with planted differences, imported one after another', { shuffle: false }, () => {
  test('F31 S258 finds exactly the planted differences in an M-PESA statement', async () => {
    const saver = await newSaver(system);
    const sound = await payOutReceipt(system, saver, 400);
    expect(await compareToday(system, maker, 'utility')).toMatchObject({ openItems: 0 });
    const [dropped, changed] = [
      await payOutReceipt(system, saver, 500),
      await payOutReceipt(system, saver, 600),
    ];
    const stranger = {
      account: 'utility',
      receipt: 'UKL0000077',
      amount: 5_000,
      details: 'Deposit of Funds',
    };
    const run = await withPlantedDifferences(
      { without: [dropped, sound], amounts: { [changed]: 555 }, strangers: [stranger] },
      () => compareToday(system, maker, 'utility'),
    );
    const found = await itemsOf(system, maker, { runId: run.runId });
    expect(found.map(({ receipt, state }) => `${receipt} ${state}`).toSorted()).toEqual(
      [
        `${dropped} missing_there`,
        `${changed} amount_differs`,
        'UKL0000077 missing_here',
        // An earlier statement has shown this payment.
        `${sound} no_longer_there`,
      ].toSorted(),
    );

    const [deposit] = found.filter(({ state }) => state === 'missing_here');
    const capital = await balanceOf(account.capital);
    expect((await book(system, maker, deposit?.itemId ?? '', 'charge')).outcome).toBe(
      'correction_unsuitable',
    );
    expect((await book(system, maker, deposit?.itemId ?? '', 'capital')).answer.item.status).toBe('booked');
    expect((await balanceOf(account.capital)) - capital).toBe(500_000n);

    const next = await compareToday(system, maker, 'utility');
    expect(next.items).toEqual({
      matched: 3,
      missing_here: 0,
      missing_there: 0,
      amount_differs: 0,
      // The planted deposit was posted, and M-PESA's unaltered statement lacks it.
      no_longer_there: 1,
    });
    expect(only(await itemsOf(system, maker, { search: dropped, state: 'missing_there' }))).toMatchObject({
      status: 'agrees',
      resolution: 'Agrees since',
    });
  });

  test('keeps an explanation on the next statement if both amounts are the same', async () => {
    const changed = await payOutReceipt(system, await newSaver(system), 700);
    const compareWith = (amount: number) =>
      withPlantedDifferences({ amounts: { [changed]: amount } }, async () => {
        const { runId } = await compareToday(system, maker, 'utility');
        return only(await itemsOf(system, maker, { runId, state: 'amount_differs' }));
      });
    const { itemId } = await compareWith(555);
    const body = { itemId, reason: 'A faulty download' };
    const explained = await system.call(explainReconciliationItem, { body }, { bearer: maker.bearer });
    expect(explained.answer).toMatchObject({ status: 'explained', reason: 'A faulty download' });
    expect((await book(system, maker, itemId, 'suspense')).outcome).toBe('reconciliation_closed');
    await payOutReceipt(system, await newSaver(system), 300);
    expect(await compareWith(555)).toMatchObject({ status: 'explained', reason: 'A faulty download' });
    expect(await compareWith(556)).toMatchObject({ status: 'open' });
  });

  test('S257 compares M-PESA’s list of payments too, and reports payments that only our ledger has as missing there', async () => {
    await payWithLostConfirmation(system, 330, 'PULLED1');
    await makeGift(system, { amount: 1_000 });
    const { answer: run } = await system.call(
      pullStatement,
      { body: { hours: 48 } },
      { bearer: maker.bearer },
    );
    expect(run).toMatchObject({ source: 'pull', account: 'collection', items: { amount_differs: 0 } });
    expect(only(await itemsOf(system, maker, { runId: run.runId, search: 'PULLED1' })).state).toBe(
      'missing_here',
    );
    expect(only(await itemsOf(system, maker, { runId: run.runId, state: 'missing_there' })).oursCents).toBe(
      100_000,
    );
  });

  test('S244 roles without money rights can only read reconciliation, and the audit log records all actions', async () => {
    const reader = await newAdministrator(system, 'read-only');
    const run = await compareToday(system, maker, 'collection');
    const [item] = await itemsOf(system, reader, { runId: run.runId, status: 'open' });
    expect((await book(system, reader, item?.itemId ?? '', 'suspense')).outcome).toBe('forbidden');
    const { rows } = await system.owner.query<{ action: string }>(
      `select distinct action from audit_log where action like 'reconciliation.%' order by 1`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'reconciliation.booked',
      'reconciliation.compared',
      'reconciliation.explained',
    ]);
  });
});
