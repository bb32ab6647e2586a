import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newTill } from '../../apps/api/src/testing/tills.ts';
import { startOwnDatabase, type OwnDatabase } from './own-database.ts';
import { startProduct, type Product } from './processes.ts';
import { buyCode, redeem, type Redemption } from './tills.ts';

vi.setConfig({ testTimeout: 540_000 });

const KILLS = 3;
const VOUCHERS = 3;
const TILLS = 24;
const REDEMPTIONS_BETWEEN_KILLS = 150;

let database: OwnDatabase;
let product: Product;
let basic: string;
let codes: string[];
beforeAll(async () => {
  database = await startOwnDatabase();
  product = await startProduct(database);
  ({ basic } = await newTill(product));
  codes = await Promise.all(Array.from({ length: VOUCHERS }, () => buyCode(product, 40_000)));
});
afterAll(() => product.close());

test('F15 a database killed repeatedly under load keeps everything it acknowledged and repeats nothing', async () => {
  const acknowledged: Redemption[] = [];
  let isOpen = true;
  const tills = Array.from({ length: TILLS }, async (_, till) => {
    for (let n = till; isOpen; n += 1) {
      const wanted = { code: codes[n % VOUCHERS] ?? '', key: randomUUID(), amount: 1 + (n % 3) };
      acknowledged.push({ ...wanted, ...(await redeem(product, basic, wanted)) });
    }
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    await eventually('a till that works', async () =>
      acknowledged.length > before + REDEMPTIONS_BETWEEN_KILLS ? true : undefined,
    );
    await pause(Math.random() * 50);
    database.kill9();
  }
  const before = acknowledged.length;
  await eventually('a till that works', async () =>
    acknowledged.length > before + TILLS ? true : undefined,
  );
  isOpen = false;
  await Promise.all(tills);

  expect(product.server.isRunning()).toBe(true);
  expect(product.worker.isRunning()).toBe(true);
  await expectExactly(acknowledged);
  await expectOneMessageEach(acknowledged);
  await expectReplays(acknowledged.slice(0, 60));
});

/** Checks that the books contain every acknowledged redemption as answered, and no other. */
async function expectExactly(acknowledged: Redemption[]): Promise<void> {
  const { rows } = await product.owner.query<{ id: string; amount: number; balance: number }>(
    `select r.id, r.amount_cents::int / 100 as amount, r.balance_after_cents::int / 100 as balance from redemptions r`,
  );
  const answers = acknowledged.map(({ answer }) => ({ ...answer.redemption, balance: answer.balance }));
  const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
  expect(rows.sort(byId)).toEqual(answers.sort(byId));
  const spent = acknowledged.reduce((sum, { amount }) => sum + amount, 0);
  const left = await product.owner.query<{ shillings: number }>(
    `select sum(balance_cents)::int / 100 as shillings from ledger.strict_balances where account like 'voucher:%'`,
  );
  expect(left.rows[0]?.shillings).toBe(VOUCHERS * 38_000 - spent);
}

/** Checks that the recipient is notified of each redemption once. */
async function expectOneMessageEach(acknowledged: Redemption[]): Promise<void> {
  const expected = acknowledged.map(({ answer }) => `voucher-redeemed:${answer.redemption.id}`).toSorted();
  await eventually('as many messages as redemptions', async () => {
    const { rows } = await product.owner.query<{ key: string }>(
      `select dedupe_key as key from outbox where dedupe_key like 'voucher-redeemed:%'`,
    );
    if (rows.length < expected.length) return undefined;
    expect(rows.map(({ key }) => key).toSorted()).toEqual(expected);
    return true;
  });
}

async function expectReplays(some: Redemption[]): Promise<void> {
  for (const { answer, ...wanted } of some) {
    expect(await redeem(product, basic, wanted)).toEqual({ answer, isReplay: true });
  }
}
