import { claimVoucher, type CallInput } from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { account } from '../../apps/api/src/features/money/postings/index.ts';
import { audit, readBalance } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { leftOn, makeGift, makeGifts, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { refund } from '../../apps/api/src/testing/refund-calls.ts';
import { newOfficer } from '../../apps/api/src/testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { newTill, redeem } from '../../apps/api/src/testing/tills.ts';
import { endPreparedTransactions, killAndStart } from './nodes.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const WORKER = 1;
const GIFTS = 48;
const AT_ONCE = 4;

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Does the same to each gift, some at once, and kills a node of the database when a quarter is done. */
async function toEach(gifts: readonly Gift[], act: (gift: Gift) => Promise<unknown>): Promise<void> {
  const waiting = [...gifts];
  const callers = Array.from({ length: AT_ONCE }, async () => {
    for (let gift = waiting.pop(); gift; gift = waiting.pop()) await act(gift);
  });
  await eventually('a quarter', async () => waiting.length < (gifts.length * 3) / 4 || undefined, 60_000);
  await killAndStart(WORKER);
  expect(waiting.length).toBeGreaterThan(0);
  await Promise.all(callers);
  await endPreparedTransactions(system.owner);
}

/** Asks until the answer is one of those, as a client does whose answers are lost. */
function untilAnswered(
  ask: () => Promise<{ outcome: string }>,
  outcomes: readonly string[],
): Promise<string> {
  return eventually(
    `one of ${outcomes.join(', ')}`,
    async () => {
      const { outcome } = await ask();
      return outcomes.includes(outcome) ? outcome : undefined;
    },
    120_000,
  );
}

async function expectWallet(userId: string, shillings: number): Promise<void> {
  const cents = await readBalance(system.deps.db, { homeId: userId, account: account.wallet(userId) });
  expect(cents).toBe(BigInt(shillings) * 100n);
  expect(await audit(system.deps.db)).toMatchObject({ addsUp: true, differences: [] });
  await assertLedgerInvariants(system.deps.db);
}

test('gifts that go from their cells to the wallet in another one while a node is killed with -9 arrive once each', async () => {
  const brian = await newConsumer(system);
  const gifts = await makeGifts(system, GIFTS, { amount: 1_000, recipient: brian });
  const claim = ({ claimToken }: Gift) => {
    const body: CallInput<typeof claimVoucher>['body'] = { claimToken };
    return untilAnswered(
      () => system.call(claimVoucher, { body }, { bearer: brian.bearer }),
      ['ok', 'voucher_claimed'],
    );
  };
  await toEach(gifts, claim);
  for (const gift of gifts) expect(await leftOn(system, gift)).toBe(0);
  await expectWallet(brian.user.id, GIFTS * 950);
});

test('refunds from their cells to the wallet in another one while a node is killed with -9 arrive once each', async () => {
  const [amina, till, officer] = [await newConsumer(system), await newTill(system), await newOfficer(system)];
  const buyerId = amina.user.id;
  const gifts = await Promise.all(
    Array.from({ length: GIFTS }, () => makeGift(system, { amount: 200, buyerId })),
  );
  // Small ones, so that a second administrator is not asked.
  for (const gift of gifts)
    expect((await redeem(system, till, gift.code, { amount: 50 })).outcome).toBe('ok');
  await toEach(gifts, (gift) =>
    untilAnswered(() => refund(system, officer, gift), ['ok', 'voucher_refunded', 'voucher_void']),
  );
  for (const gift of gifts) expect(await leftOn(system, gift)).toBe(0);
  await expectWallet(amina.user.id, GIFTS * 140);
});
