import { randomUUID } from 'node:crypto';
import {
  claimVoucher,
  correctRecipient,
  extendVoucher,
  freezeVoucher,
  reverseRedemptionByMachine,
  unfreezeVoucher,
  voidVoucher,
  voidVoucherByMachine,
  type SentGift,
} from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { assertHoldsAgree, capture, hold, expireHold, release } from '../../../testing/holds.ts';
import { holding, untilWaiting } from '../../../testing/lock-waits.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { expireVouchers } from '../vouchers/index.ts';
import { expireHolds } from './index.ts';

// Long, because random sequences of API calls run on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 540_000 });

const VALUE = 950;

let system: TestSystem;
let administrator: Administrator;
let buyer: SignedIn;
let recipient: SignedIn;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  [buyer, recipient] = [await newConsumer(system), await newConsumer(system)];
  system.atEnd(() => assertHoldsAgree(system));
});
afterAll(() => system.close());

type Voucher = { voucherId: string; code: string };
type Step = { does: string; amount: number; which: number };

/** Actions on one voucher by its shop, support, the recipient and the passage of time; each returns its outcome. */
function actionsOn(till: Till, { voucherId, code }: Voucher) {
  const holds: string[] = [];
  const taken: string[] = [];
  const body = { voucherId, reason: 'The customer called' };
  const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const note = (list: string[], outcome: string, id: () => string) => {
    if (outcome === 'ok') list.push(id());
    return outcome;
  };
  const actions: Record<string, (step: { amount: number; which: number }) => Promise<unknown>> = {
    hold: async ({ amount }) => {
      const { outcome, answer } = await hold(system, till, code, { amount });
      return note(holds, outcome, () => answer.id);
    },
    capture: async ({ amount, which }) => {
      const id = holds[which] ?? randomUUID();
      const { outcome } = await capture(system, till, id, { amount });
      return note(taken, outcome, () => id);
    },
    release: ({ which }) => release(system, till, holds[which] ?? randomUUID()),
    endHold: ({ which }) =>
      expireHold(system, holds[which] ?? randomUUID()).then(() => expireHolds(system.deps)),
    redeem: async ({ amount }) => {
      const { outcome, answer } = await redeem(system, till, code, { amount });
      return note(taken, outcome, () => answer.redemption.id);
    },
    reverse: ({ which }) => {
      const params = { id: voucherId, redemptionId: taken[which] ?? randomUUID() };
      return system.call(reverseRedemptionByMachine, { params, ...keyed(), body: {} }, till);
    },
    freeze: () => system.call(freezeVoucher, { body }, administrator),
    unfreeze: () => system.call(unfreezeVoucher, { body }, administrator),
    extend: () => system.call(extendVoucher, { body: { ...body, validTo: dayAfter(60) } }, administrator),
    endValidity: () =>
      system.owner.query(`update vouchers set expires_at = moment() - interval '1 second' where id = $1`, [
        voucherId,
      ]),
    expire: () => expireVouchers(system.deps),
  };
  const releaseAll = () => Promise.all(holds.map((id) => release(system, till, id)));
  return { actions, releaseAll, body, keyed };
}

function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const anyStepsOf = (does: string[]) => {
  const step = fc.record({
    does: fc.constantFrom(...does),
    amount: fc.integer({ min: 1, max: 600 }),
    which: fc.nat(2),
  });
  return fc.array(fc.tuple(step, step), { minLength: 3, maxLength: 10 });
};

/** Runs the actions in pairs, so that they race for the voucher. */
async function play(actions: Record<string, (step: Step) => Promise<unknown>>, pairs: [Step, Step][]) {
  for (const pair of pairs) {
    await Promise.all(
      pair.map(async (step) => {
        const act = actions[step.does];
        if (!act) throw new Error(`unknown action ${step.does}`);
        await act(step);
      }),
    );
  }
}

/** Sums the balances of a voucher and its replacements, and its unclaimed money after an expiry. */
async function keptOf({ voucherId }: Voucher): Promise<number> {
  const { rows } = await system.owner.query<{ shillings: number }>(
    `select ((
       select coalesce(sum(b.balance_cents), 0) from ledger.strict_balances b
       join vouchers v on v.id = b.home_id and b.account = 'voucher:' || v.id
       where v.id = $1 or v.replaces_id = $1
     ) + (
       select coalesce(sum(case when credit = 'vouchers:expired' then amount_cents else -amount_cents end), 0)
       from ledger.transfers where home_id = $1 and 'vouchers:expired' in (debit, credit)
     ))::int / 100 as shillings`,
    [voucherId],
  );
  return rows[0]?.shillings ?? Number.NaN;
}

const SHOP_AND_SUPPORT = [
  'hold',
  'capture',
  'release',
  'endHold',
  'redeem',
  'reverse',
  'freeze',
  'unfreeze',
  'extend',
  'endValidity',
  'expire',
  'void',
];

test('no random sequence of actions by shop and support loses or doubles value of a shop’s own voucher', async () => {
  await fc.assert(
    fc.asyncProperty(anyStepsOf(SHOP_AND_SUPPORT), async (pairs) => {
      const till = await newFundedTill(system);
      const { answer: made } = await issue(system, till, { amount: 300 });
      const voucher = { voucherId: made.id, code: made.code };
      const { actions, releaseAll, keyed } = actionsOn(till, voucher);
      const voiding = { params: { id: made.id }, body: {} };
      actions['void'] = () => system.call(voidVoucherByMachine, { ...voiding, ...keyed() }, till);
      await play(actions, pairs);
      await releaseAll();
      expect((await keptOf(voucher)) + (await owedTo(system, till))).toBe(VALUE);
    }),
    { numRuns: 10 },
  );
});

test('no random sequence of actions by shop, support, buyer and recipient loses or doubles value of a gift', async () => {
  const till = await newTill(system);
  await fc.assert(
    fc.asyncProperty(anyStepsOf([...SHOP_AND_SUPPORT, 'claim', 'correct']), async (pairs) => {
      const [owedBefore, walletBefore] = [await owedTo(system, till), await readWallet(system, recipient)];
      const gift = await makeGift(system, { amount: 1_000, recipient, buyerId: buyer.user.id });
      const { actions, releaseAll, body } = actionsOn(till, gift);
      actions['void'] = () =>
        system.call(voidVoucher, { body: { ...body, valueGoesTo: 'replacement' } }, administrator);
      actions['claim'] = () =>
        system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, recipient);
      actions['correct'] = () => correct(gift);
      await play(actions, pairs);
      await releaseAll();
      const [owed, wallet] = [await owedTo(system, till), await readWallet(system, recipient)];
      expect((await keptOf(gift)) + owed - owedBefore + wallet - walletBefore).toBe(VALUE);
    }),
    { numRuns: 12 },
  );
});

async function correct({ voucherId }: Voucher): Promise<SentGift> {
  const { phoneNumber: recipientMsisdn, email: recipientEmail } = newPerson('Kim', 'Rotich');
  const body = { voucherId, fullName: 'Kim Rotich', recipientMsisdn, recipientEmail };
  return (await system.call(correctRecipient, { body }, buyer)).answer;
}

test('refuses a hold that waited for the voucher’s lock until after its last day', async () => {
  const [till, gift] = [await newTill(system), await makeGift(system, { amount: 1_000 })];
  const letGo = await holding(
    system.owner,
    'select from ledger.strict_balances where home_id = $1 for update',
    [gift.voucherId],
  );
  const waiting = hold(system, till, gift.code, { amount: 10 });
  await untilWaiting(system.deps.db, 1);
  const { rows } = await system.owner.query<{ now: Date }>('select clock_moment() as now');
  await system.owner.query('update vouchers set expires_at = $2 where id = $1', [
    gift.voucherId,
    rows[0]?.now,
  ]);
  await letGo();
  expect(await waiting).toMatchObject({ status: 409, outcome: 'voucher_expired' });
});
