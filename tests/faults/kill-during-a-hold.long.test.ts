import { ZawadiConnectionError, type Hold } from '@zawadi/sdk';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { assertHoldsAgree, expireHold } from '../../apps/api/src/testing/holds.ts';
import { owedTo } from '../../apps/api/src/testing/tills.ts';
import { obstruct } from './failpoints.ts';
import { startProduct, type Product } from './processes.ts';
import { createRandom } from './random.ts';
import { openShop, readEvents, type Shop } from './shops.ts';
import { buyCode } from './tills.ts';
import { letLeasesEnd } from './time.ts';

vi.setConfig({ testTimeout: 360_000 });

const VALUE = 950;
const HELD = 300;

let product: Product;
let shop: Shop;
let code: string;
beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  shop = await openShop(product, createRandom('hold'));
  code = await buyCode(product, 1_000);
});
afterAll(() => product.close());

/** The worker's timers fire every ten seconds, and the worker may still be starting. */
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

const holdOf = (of: Shop) => of.zawadi.vouchers.hold(code, { amount: HELD }, { idempotencyKey: 'hold' });

/** Checks the voucher's balance and the amount owed to the shop. Neither includes held money. */
async function expectBooks({ left, owed }: { left: number; owed: number }): Promise<void> {
  await assertHoldsAgree(product);
  expect((await shop.zawadi.vouchers.retrieve(code)).balance).toBe(left);
  expect(await owedTo(product, shop)).toBe(owed);
}

/** Waits for all events of a shop and checks the count of each type. */
async function expectEvents(expected: Record<string, number>): Promise<void> {
  await product.worker.kill9();
  await letLeasesEnd(product);
  await product.worker.start();
  await soon(async () => {
    const counts: Record<string, number> = {};
    for (const { type } of await readEvents(shop)) counts[type] = (counts[type] ?? 0) + 1;
    expect(counts).toEqual(expected);
  });
}

type Step = {
  step: string;
  act: (hold: Hold) => ReturnType<typeof holdOf>;
  books: Parameters<typeof expectBooks>[0];
  events: Record<string, number>;
};

const STEPS: Step[] = [
  {
    step: 'hold',
    act: () => holdOf(shop),
    books: { left: VALUE - HELD, owed: 0 },
    events: { 'voucher.held': 1 },
  },
  {
    step: 'capture',
    act: ({ id }: Hold) => shop.zawadi.holds.capture(id, { amount: 200 }, { idempotencyKey: 'capture' }),
    books: { left: VALUE - 200, owed: 200 },
    events: {
      'voucher.held': 1,
      'voucher.hold_captured': 1,
      'voucher.hold_released': 1,
      'voucher.redeemed': 1,
      'transaction.completed': 1,
    },
  },
  {
    step: 'release',
    act: ({ id }: Hold) => shop.zawadi.holds.release(id, { idempotencyKey: 'release' }),
    books: { left: VALUE, owed: 0 },
    events: { 'voucher.held': 1, 'voucher.hold_released': 1 },
  },
];

test.each(STEPS)(
  'F36 a $step happens once if the API dies between commit and answer, and its retry gets an answer',
  async ({ step, act, books, events }) => {
    const hold = step === 'hold' ? undefined : await holdOf(shop);
    const before = (hold ?? {}) as Hold;
    await product.server.start({ CRASH_AT: `call-committed/${step}` });
    await expect(act(before)).rejects.toThrow(ZawadiConnectionError);
    expect(product.server.isRunning()).toBe(false);
    await product.server.start();
    const [first, second] = await Promise.all([act(before), act(before)]);
    expect([first.response.isReplay, second.response.isReplay]).toEqual([true, true]);
    expect(first.id).toBe(second.id);
    await expectBooks(books);
    await expectEvents(events);
  },
);

test('F36 a capture takes nothing if the API dies before the commit, and a retry takes the money once', async () => {
  const { id } = await holdOf(shop);
  const capture = () => shop.zawadi.holds.capture(id, {}, { idempotencyKey: 'capture' });
  const obstacle = await obstruct(
    product,
    `select from ledger.strict_balances where account = 'held:' || $1::text for update`,
    [id],
  );
  const lost = capture().catch((error: unknown) => error);
  await obstacle.untilBlocked();
  await product.server.kill9();
  await obstacle.removeAfterDisconnecting();
  expect(await lost).toBeInstanceOf(ZawadiConnectionError);
  await product.server.start();
  await expectBooks({ left: VALUE - HELD, owed: 0 });
  const captured = await capture();
  expect([captured.status, captured.response.isReplay]).toEqual(['CAPTURED', false]);
  await expectBooks({ left: VALUE - HELD, owed: HELD });
});

test('F36 each expired hold is released once, even if the worker dies while it releases them', async () => {
  await product.worker.kill9();
  const amounts = [100, 200, 300];
  for (const amount of amounts) {
    const { id } = await shop.zawadi.vouchers.hold(code, { amount }, { idempotencyKey: `${amount}` });
    await expireHold(product, id);
  }
  await letLeasesEnd(product);
  // The worker may die before it reports that it is ready.
  const dying = product.worker.start({ CRASH_AT: 'hold-released' });
  await soon(async () => {
    const { rows } = await product.owner.query(
      `select from holds where merchant_id = $1 and status = 'OPEN'`,
      [shop.merchantId],
    );
    expect(rows).toHaveLength(amounts.length - 1);
  });
  await soon(() => expect(product.worker.isRunning()).toBe(false));
  await expectEvents({ 'voucher.held': 3, 'voucher.hold_released': 3 });
  const statuses: string[] = [];
  for await (const { status } of shop.zawadi.holds.list()) statuses.push(status);
  expect(statuses).toEqual(amounts.map(() => 'EXPIRED'));
  await expectBooks({ left: VALUE, owed: 0 });
  await dying;
});
