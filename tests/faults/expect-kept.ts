import { dashboardStats } from '@zawadi/contract';
import { expect } from 'vitest';
import { payOut } from './payments.ts';
import type { Life } from './scenarios.ts';
import type { Surroundings } from './processes.ts';
import { redeem } from './tills.ts';

const FIRST_BALANCE = 50_000;
const GIFT = 'sent you a Zawadi gift';

type Books = { paid: number; spent: number; claimed: number; withdrawn: number; received: number };

/**
 * Checks that the ledger contains every acknowledged operation once, and nothing else. For each person, the M-PESA
 * phone, the wallet and the inbox must match our ledger.
 */
export async function expectKept(product: Surroundings, basic: string, lives: Life[]): Promise<void> {
  expect(await readStrays(product)).toEqual([]);
  for (const life of lives) {
    const books = await readBooks(product, life);
    expectAnswersIn(books, life);
    await expectMoneyMovedOnce(product, books, life);
    await expectNotifiedOnce(product, books, life);
    await expectSameAnswers(product, basic, life);
  }
}

/** Finds vouchers without a paid purchase, paid purchases without a voucher, and contradictions recorded for review. */
async function readStrays({ owner }: Surroundings): Promise<unknown[]> {
  const { rows } = await owner.query(`
    select 'purchase' as kind, coalesce(p.id, v.id) as id
      from (select * from vouchers where issuer_merchant_id is null) v
      full join (
        select p.id, g.voucher_id from purchases p join purchase_gifts g using (home_id) where p.status = 'COMPLETED'
      ) p on p.voucher_id = v.id
      where p.id is null or v.id is null
    union all select kind, subject_id from reviews`);
  return rows;
}

async function readBooks({ owner }: Surroundings, { person, gift }: Life): Promise<Books> {
  const { rows } = await owner.query<Books>(
    `select
       coalesce((select sum(amount_cents) from purchases where id = $1 and status = 'COMPLETED'), 0)::int / 100 as paid,
       coalesce((select sum(r.amount_cents) from redemptions r
         join purchase_gifts g on g.voucher_id = r.voucher_id join purchases p on p.home_id = g.home_id
         where p.id = $1), 0)::int / 100 as spent,
       coalesce((select sum(amount_cents) from claims where user_id = $2), 0)::int / 100 as claimed,
       coalesce((select sum(amount_cents) from withdrawals where user_id = $2 and status = 'COMPLETED'), 0)::int / 100
         as withdrawn,
       coalesce((select sum(amount_cents - fee_cents) from withdrawals where user_id = $2 and status = 'COMPLETED'), 0)::int
         / 100 as received`,
    [gift.requestId, person.user.id],
  );
  const [books] = rows;
  if (!books) throw new Error('a query without a row');
  return books;
}

function expectAnswersIn(books: Books, life: Life): void {
  if (life.wasToldPaid) expect(books.paid).toBe(life.gift.amount);
  expect(books.spent).toBe(life.redemptions.reduce((sum, { amount }) => sum + amount, 0));
  if (life.claim) expect(books.claimed).toBe(life.claim.amount);
  if (life.claim) expect(books.paid - Math.floor(books.paid / 20)).toBe(books.spent + books.claimed);
}

async function expectMoneyMovedOnce(
  { api, sandbox }: Surroundings,
  books: Books,
  { person }: Life,
): Promise<void> {
  const { balance } = await sandbox.phone(person.phoneNumber);
  expect(balance).toBe(FIRST_BALANCE - books.paid + books.received);
  const stats = await api.call(dashboardStats, { body: { userId: person.user.id } }, person);
  expect(stats.walletBalance).toBe(books.claimed - books.withdrawn);
}

/** Checks that each SMS was sent at most once, and the email with the gift at least once. */
async function expectNotifiedOnce({ sandbox }: Surroundings, books: Books, { person }: Life): Promise<void> {
  const texts = (await sandbox.phone(person.phoneNumber)).messages.map(({ text }) => text);
  expect(texts).toEqual([...new Set(texts)]);
  expect(texts.filter((text) => text.includes(GIFT)).length).toBeLessThanOrEqual(books.paid > 0 ? 1 : 0);
  if (books.paid > 0) await sandbox.mail(person.email, /\/v\/[\w.~-]+/u);
}

async function expectSameAnswers(product: Surroundings, basic: string, life: Life): Promise<void> {
  for (const { answer, ...wanted } of life.redemptions) {
    expect(await redeem(product, basic, wanted)).toEqual({ answer, isReplay: true });
  }
  for (const withdrawal of life.withdrawals) {
    const again = await payOut(product, life.person, withdrawal).then(
      ({ orderStatus }) => orderStatus,
      (error: { code?: string }) => error.code,
    );
    expect(['COMPLETED', 'withdrawal_canceled']).toContain(again);
  }
}
