import { explainReconciliationItem, pullStatement } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/index.ts';
import { makeGift } from '../../testing/gifts.ts';
import {
  book,
  compareToday,
  itemsOf,
  only,
  payOutReceipt,
  payUnheard,
} from '../../testing/reconciliation-calls.ts';
import { newOfficer, type Officer } from '../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';
import { newSaver } from '../../testing/withdrawal-calls.ts';
import { account } from '../books/index.ts';
import { sendPayBillAddresses } from '../provider-results/index.ts';

let system: TestSystem;
let maker: Officer;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  maker = await newOfficer(system);
});
afterAll(() => system.close());

const balanceOf = (code: string) => readBalance(system.deps.db, { account: code });

test('planted differences are all found, and nothing else', async () => {
  const saver = await newSaver(system, 2);
  const [dropped, changed] = [
    await payOutReceipt(system, saver, 1_000),
    await payOutReceipt(system, saver, 1_500),
  ];
  const before = await compareToday(system, maker, 'utility');
  expect(before.openItems).toBe(0);
  const receipts = [await payOutReceipt(system, saver, 400), await payOutReceipt(system, saver, 500)];
  await system.sandbox.behave({
    statement: {
      without: [receipts[0], dropped],
      amounts: { [receipts[1] ?? '']: 555 },
      strangers: [
        { account: 'utility', receipt: 'UKL0000077', amount: 5_000, details: 'Deposit of Funds at Agent' },
      ],
    },
  });
  const run = await compareToday(system, maker, 'utility');
  await system.provider.reset();
  expect(run.items).toMatchObject({ missing_here: 1, missing_there: 1, amount_differs: 1 });
  const open = await itemsOf(system, maker, { runId: run.runId, status: 'open' });
  expect(open.map(({ receipt, state }) => [receipt, state]).toSorted()).toEqual(
    [
      [receipts[0], 'missing_there'],
      [receipts[1], 'amount_differs'],
      ['UKL0000077', 'missing_here'],
    ].toSorted(),
  );
  expect(await itemsOf(system, maker, { runId: run.runId, search: changed })).toMatchObject([
    { state: 'matched' },
  ]);

  const [deposit] = open.filter(({ state }) => state === 'missing_here');
  const capital = await balanceOf(account.capital);
  expect((await book(system, maker, deposit?.itemId ?? '', 'charge')).outcome).toBe('correction_unsuitable');
  expect((await book(system, maker, deposit?.itemId ?? '', 'capital')).answer.item.status).toBe('booked');
  expect((await balanceOf(account.capital)) - capital).toBe(500_000n);

  const sound = await compareToday(system, maker, 'utility');
  expect(sound.items).toMatchObject({ missing_here: 0, missing_there: 0, amount_differs: 0 });
  expect(await itemsOf(system, maker, { search: receipts[0], state: 'missing_there' })).toMatchObject([
    { status: 'agrees', resolution: 'Agrees since' },
  ]);
  const [differing] = open.filter(({ state }) => state === 'amount_differs');
  const explained = await system.call(
    explainReconciliationItem,
    { body: { itemId: differing?.itemId ?? '', reason: 'A faulty download' } },
    { bearer: maker.bearer },
  );
  expect(explained.answer).toMatchObject({ status: 'explained', reason: 'A faulty download' });
  expect((await book(system, maker, differing?.itemId ?? '', 'suspense')).outcome).toBe(
    'reconciliation_closed',
  );
});

test('what M-PESA lists by API is compared too, and what only we have is missing there', async () => {
  await payUnheard(system, 330, 'PULLED1');
  await makeGift(system, { amount: 1_000 });
  const { answer: run } = await system.call(pullStatement, { body: { hours: 48 } }, { bearer: maker.bearer });
  expect(run).toMatchObject({ source: 'pull', account: 'collection', items: { amount_differs: 0 } });
  expect(only(await itemsOf(system, maker, { runId: run.runId, search: 'PULLED1' })).state).toBe(
    'missing_here',
  );
  expect(only(await itemsOf(system, maker, { runId: run.runId, state: 'missing_there' })).oursCents).toBe(
    100_000,
  );
});

test('who may not move money sees, and changes nothing; what was done is in the audit log', async () => {
  const reader = await newOfficer(system, 'read-only');
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
