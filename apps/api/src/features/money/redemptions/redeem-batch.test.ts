import { randomUUID } from 'node:crypto';
import { holdVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/db/database.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { newTill, owedTo, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { createRedeemer, type Redeemer } from './redeem-voucher.ts';

let system: TestSystem;
let redeemer: Redeemer;
beforeAll(async () => {
  system = await createTestSystem();
  redeemer = createRedeemer(system.deps);
});
afterAll(() => system.close());

const newGift = () => makeGift(system, { amount: 1_000 });

type Asked = Partial<Parameters<Redeemer['redeem']>[0]> & { id: string };
const askedAt = (till: Till, asked: Asked) => ({
  merchantId: till.merchantId,
  amountShillings: undefined,
  idempotencyKey: randomUUID(),
  server: { channel: 'api', staffId: null } as const,
  at: { placeId: till.merchantId, till: null },
  ...asked,
});
const ask = (till: Till, asked: Asked) => redeemer.redeem(askedAt(till, asked));

const KEPT = { reference: 'Till 4, "no. 7" \\ ñ', metadata: { order: '#12', note: 'a, {b}\n"c"' } };

async function rowsOf({ voucherId }: Gift) {
  const { rows } = await system.owner.query<Record<string, unknown>>(
    `select r.amount_cents, r.balance_after_cents, r.recipient_name, r.channel, r.staff_id, r.key_id, r.reference, r.metadata,
       t.kind, t.amount_cents as moved_cents, t.debit_balance_after_cents, k.status, encode(k.fingerprint, 'hex') as fingerprint,
       (k.answer::jsonb #>> '{answer,redemption,id}') = r.id::text as "isOwnAnswer"
     from redemptions r
     join ledger.transfers t on t.home_id = r.voucher_id and t.kind = 'redemption' and t.amount_cents = r.amount_cents
     join idempotency_keys k on k.home_id = r.voucher_id
     where r.voucher_id = $1`,
    [voucherId],
  );
  return rows;
}

test.for([
  { name: 'a part', amountShillings: 100 },
  { name: 'all of it', amountShillings: undefined },
  { name: 'a part with reference and metadata', amountShillings: 7, ...KEPT },
])('redeems $name, stores the answer and repeats it for the same idempotency key', async (row) => {
  const { name: _, ...request } = row;
  const [till, gift] = [await newTill(system), await newGift()];
  const asked = { ...request, id: gift.code, idempotencyKey: randomUUID() };
  const first = await ask(till, asked);
  if (!('answer' in first)) throw first.refusal;
  expect(first.isReplay).toBe(false);
  expect(await ask(till, asked)).toEqual({ ...first, isReplay: true });
  const { id, expires_at: expiresAt, redemption } = first.answer;
  expect(id).toBe(gift.voucherId);
  // Version 5: derived from the idempotency key.
  expect(redemption.id.charAt(14)).toBe('5');
  expect(new Date(expiresAt).toISOString()).toBe(expiresAt);
  const kept = 'reference' in request ? KEPT : { reference: null, metadata: null };
  expect(await rowsOf(gift)).toMatchObject([{ ...kept, isOwnAnswer: true }]);
  expect(await owedTo(system, till)).toBe(request.amountShillings ?? 950);
});

test('each redemption has the same outcome in a batch as alone', async () => {
  const outcomes: unknown[] = [];
  for (const isTogether of [true, false]) {
    const [till, other] = [await newTill(system), await newTill(system)];
    const { plain, twice, used, short, frozen, expired, later, foreign, held, closed, known } =
      await vouchers(till);
    const asked: Asked[] = [
      { id: plain.code, amountShillings: 10 },
      { id: twice.code, amountShillings: 500 },
      { id: twice.code, amountShillings: 500 },
      { id: used.code, amountShillings: 1, idempotencyKey: USED_KEY },
      { id: short.code, amountShillings: 951 },
      { id: frozen.code },
      { id: expired.code },
      { id: later.code },
      { id: foreign.code },
      { id: held.code, amountShillings: 900 },
      { id: held.code.toLowerCase(), amountShillings: 50 },
      { id: closed.code },
      { id: known.voucherId, amountShillings: 5 },
    ];
    const answering = (one: Asked) => answerOf(till, one);
    const answers = isTogether ? await Promise.all(asked.map(answering)) : await inTurn(asked, answering);
    outcomes.push({
      plain: answers[0],
      // As a set, because either of these two may come first.
      twice: new Set(answers.slice(1, 3)),
      others: answers.slice(3),
      left: await Promise.all([plain, twice, short, held].map((gift) => leftOn(system, gift))),
      owed: [await owedTo(system, till), await owedTo(system, other)],
    });
  }
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  expect(outcomes[0]).toMatchObject({ left: [940, 450, 950, 800], owed: [10 + 500 + 2 + 50 + 5 + 5, 0] });
});

/** Redeems; returns the remaining balance, or the refusal's code. */
async function answerOf(till: Till, asked: Asked): Promise<unknown> {
  try {
    const outcome = await ask(till, asked);
    return 'answer' in outcome ? outcome.answer.balance : outcome.refusal.code;
  } catch (error) {
    return String(error);
  }
}

async function inTurn<One, Answer>(all: One[], answer: (one: One) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const one of all) answers.push(await answer(one));
  return answers;
}

const USED_KEY = 'used-before';

/** Makes one voucher for each refusal, and an ordinary one. */
async function vouchers(till: Till) {
  const change = async (set: string, ...values: unknown[]) => {
    const one = await newGift();
    await system.owner.query(`update vouchers set ${set} where id = $1`, [one.voucherId, ...values]);
    return one;
  };
  const [used, held, known] = [await newGift(), await newGift(), await newGift()];
  await ask(till, { id: used.code, amountShillings: 2, idempotencyKey: USED_KEY });
  await ask(till, { id: known.code, amountShillings: 5 });
  await system.call(
    holdVoucher,
    { params: { id: held.code }, headers: { 'idempotency-key': randomUUID() }, body: { amount: 100 } },
    { basic: till.basic },
  );
  return {
    plain: await newGift(),
    twice: await newGift(),
    used,
    short: await newGift(),
    frozen: await change(`frozen_at = now(), frozen_by_support = true`),
    expired: await change(`expires_at = now() - interval '1 day'`),
    later: await change(`deliver_at = now() + interval '1 day'`),
    foreign: await change('issuer_merchant_id = $2', (await newTill(system)).merchantId),
    held,
    closed: await change(`closed_as = 'CLAIMED', closed_at = now()`),
    known,
  };
}

test('looks idempotency keys up by the full index, whatever their number and the planner’s estimates', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query(
    `insert into idempotency_keys (home_id, caller_id, scope, fingerprint, status, answer)
     select $1::uuid, $2, sha256(n::text::bytea), '', 200, '{}' from generate_series(1, 500) n`,
    [gift.voucherId, till.merchantId],
  );
  const keysRead = async () => {
    const { rows } = await system.owner.query<{ count: number }>(
      "select idx_tup_read::int as count from pg_stat_user_indexes where indexrelname = 'idempotency_keys_pkey'",
    );
    return rows[0]?.count ?? 0;
  };
  const db = openDatabase(system.deps.config.database.url ?? '', { connections: 1, name: 'keys read' });
  const alone = createRedeemer({ ...system.deps, db });
  const before = await keysRead();
  expect(await alone.redeem(askedAt(till, { id: gift.code, amountShillings: 1 }))).toHaveProperty('answer');
  // PostgreSQL counts a connection's index reads when the connection ends.
  await db.destroy();
  expect((await keysRead()) - before).toBeLessThan(10);
});
