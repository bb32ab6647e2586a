import { randomUUID } from 'node:crypto';
import { holdVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCellByCell } from '../../../platform/db/cells.ts';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { newTill, owedTo, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { voucherCodeKeys } from '../vouchers/index.ts';
import { createPlaces, requestOf } from './place-request.ts';
import { createRedeemer, redeemBatch } from './redeem-voucher.ts';

let system: TestSystem;
let dbs: Db[];
/** The first calls the database for all cells at once, the second cell by cell, as a distributed database is. */
let redeemers: ReturnType<typeof createRedeemer>[];
beforeAll(async () => {
  system = await createTestSystem();
  const url = system.deps.config.database.url ?? '';
  dbs = ['all cells', 'cell by cell'].map((name) => openDatabase(url, { connections: 4, name }));
  for (const db of dbs.slice(1)) callCellByCell(db);
  redeemers = dbs.map((db) => createRedeemer({ ...system.deps, db }));
});
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.destroy()));
  await system.close();
});

const newGift = () => makeGift(system, { amount: 1_000 });

type Redeemer = (typeof redeemers)[number];
type Asked = Partial<Parameters<Redeemer['redeem']>[0]> & { id: string };
const askedAt = (till: Till, asked: Asked) => ({
  merchantId: till.merchantId,
  amountShillings: undefined,
  idempotencyKey: randomUUID(),
  server: { channel: 'api', staffId: null } as const,
  ...asked,
});
const ask = (redeemer: Redeemer, till: Till, asked: Asked) => redeemer.redeem(askedAt(till, asked));

const KEPT = { reference: 'Till 4, "no. 7" \\ ñ', metadata: { order: '#12', note: 'a, {b}\n"c"' } };

async function rowsOf({ voucherId }: Gift) {
  const { rows } = await system.owner.query<Record<string, unknown>>(
    `select r.amount_cents, r.balance_after_cents, r.recipient_name, r.channel, r.staff_id, r.key_id, r.reference, r.metadata,
       r.cell, t.kind, t.amount_cents as moved_cents, t.debit_balance_after_cents, k.status, encode(k.fingerprint, 'hex') as fingerprint,
       (k.answer::jsonb #>> '{answer,redemption,id}') = r.id::text as "isOwnAnswer"
     from redemptions r
     join ledger.transfers t on t.cell = r.cell and t.home_id = r.voucher_id and t.kind = 'redemption' and t.amount_cents = r.amount_cents
     join idempotency_keys k on k.cell = r.cell and k.home_id = r.voucher_id
     where r.voucher_id = $1`,
    [voucherId],
  );
  return rows;
}

test.for([
  { name: 'a part', amountShillings: 100 },
  { name: 'all of it', amountShillings: undefined },
  { name: 'a part with what the shop keeps', amountShillings: 7, ...KEPT },
])(
  '$name is answered, written, and answered again, alike for all cells at once and cell by cell',
  async (asked) => {
    const till = await newTill(system);
    const { name: _, ...request } = asked;
    const made: { answer: unknown; rows: unknown }[] = [];
    for (const redeemer of redeemers) {
      const gift = await newGift();
      const key = randomUUID();
      const first = await ask(redeemer, till, { ...request, id: gift.code, idempotencyKey: key });
      if (!('answer' in first)) throw first.refusal;
      expect(first.isReplay).toBe(false);
      for (const other of redeemers) {
        const again = await ask(other, till, { ...request, id: gift.code, idempotencyKey: key });
        expect(again).toEqual({ ...first, isReplay: true });
      }
      const { id, expires_at: expiresAt, redemption, ...answer } = first.answer;
      expect(id).toBe(gift.voucherId);
      // It follows from the key.
      expect(redemption.id.charAt(14)).toBe('5');
      expect(new Date(expiresAt).toISOString()).toBe(expiresAt);
      made.push({
        answer: { ...answer, redemption: { ...redemption, id: undefined } },
        rows: (await rowsOf(gift)).map((row) => ({ ...row, cell: undefined })),
      });
    }
    const kept = 'reference' in request ? KEPT : { reference: null, metadata: null };
    expect(made[0]?.rows).toMatchObject([{ ...kept, isOwnAnswer: true }]);
    expect(made[1]).toEqual(made[0]);
    expect(await owedTo(system, till)).toBe(2 * (request.amountShillings ?? 950));
  },
);

test('each of a batch has the outcome that it has alone', async () => {
  const outcomes: unknown[] = [];
  for (const redeemer of redeemers) {
    for (const isTogether of [true, false]) {
      const [till, other] = [await newTill(system), await newTill(system)];
      const { plain, twice, used, short, frozen, expired, later, foreign, held, closed, known } =
        await vouchers(redeemer, till);
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
      const answering = (one: Asked) => answerOf(redeemer, till, one);
      const answers = isTogether ? await Promise.all(asked.map(answering)) : await inTurn(asked, answering);
      outcomes.push({
        plain: answers[0],
        // Which of the two comes first is left to chance.
        twice: new Set(answers.slice(1, 3)),
        others: answers.slice(3),
        left: await Promise.all([plain, twice, short, held].map((gift) => leftOn(system, gift))),
        owed: [await owedTo(system, till), await owedTo(system, other)],
      });
    }
  }
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  expect(outcomes[0]).toMatchObject({ left: [940, 450, 950, 800], owed: [10 + 500 + 2 + 50 + 5 + 5, 0] });
});

/** What is left afterwards, or why not. */
async function answerOf(redeemer: Redeemer, till: Till, asked: Asked): Promise<unknown> {
  try {
    const outcome = await ask(redeemer, till, asked);
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

test('in a cell nothing is kept when the code was corrected after its voucher was found', async () => {
  const deps = { ...system.deps, db: dbs[1] ?? system.deps.db };
  const [till, gift] = [await newTill(system), await newGift()];
  const request = await requestOf({ ...deps, places: createPlaces(deps) }, askedAt(till, { id: gift.code }));
  const keys = voucherCodeKeys(deps.keys, gift.code.replaceAll('-', ''));
  for (const key of keys) {
    await system.owner.query('select retire_voucher_name($1::text, $2::uuid)', [key, gift.voucherId]);
  }
  expect(await redeemBatch(deps, [request])).toEqual([{ isBusy: true }]);
  expect(await leftOn(system, gift)).toBe(950);
  expect(await rowsOf(gift)).toEqual([]);
});

const USED_KEY = 'used-before';

/** One of each kind, and a wholly plain one. */
async function vouchers(redeemer: Redeemer, till: Till) {
  const change = async (set: string, ...values: unknown[]) => {
    const one = await newGift();
    await system.owner.query(`update vouchers set ${set} where id = $1`, [one.voucherId, ...values]);
    return one;
  };
  const [used, held, known] = [await newGift(), await newGift(), await newGift()];
  await ask(redeemer, till, { id: used.code, amountShillings: 2, idempotencyKey: USED_KEY });
  await ask(redeemer, till, { id: known.code, amountShillings: 5 });
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

test('a key is looked for by all of it, however many the voucher has and whatever the planner takes the table for', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query(
    `insert into idempotency_keys (home_id, caller_id, scope, fingerprint, status, answer, cell)
     select $1::uuid, $2, sha256(n::text::bytea), '', 200, '{}', cell_of($1::uuid) from generate_series(1, 500) n`,
    [gift.voucherId, till.merchantId],
  );
  const keysRead = async () => {
    const { rows } = await system.owner.query<{ count: number }>(
      "select idx_tup_read::int as count from pg_stat_user_indexes where indexrelname = 'idempotency_keys_pkey'",
    );
    return rows[0]?.count ?? 0;
  };
  const db = openDatabase(system.deps.config.database.url ?? '', { connections: 1, name: 'keys read' });
  const redeemer = createRedeemer({ ...system.deps, db });
  const before = await keysRead();
  expect(await ask(redeemer, till, { id: gift.code, amountShillings: 1 })).toHaveProperty('answer');
  // A connection hands its counts in when it ends.
  await db.destroy();
  expect((await keysRead()) - before).toBeLessThan(10);
});
