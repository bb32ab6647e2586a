import {
  changeBuyerDetails,
  changeInvoicing,
  enterEtimsNumber,
  issueInvoices,
  listInvoices,
  listOwnInvoices,
  readInvoicing,
  trialBalance,
  updateMerchant,
} from '@zawadi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { issueDueInvoices } from './index.ts';
import { readVatRates } from './invoicing.ts';
import { insertInvoice } from './store.ts';

const firstDay = (month: string) => beginningOfNairobiDay(`${month}-01`);
const monthBefore = (month: string) => nairobiDay(new Date(firstDay(month).getTime() - DAY_MS)).slice(0, 7);
const thisMonth = nairobiDay(new Date()).slice(0, 7);
const lastMonth = monthBefore(thisMonth);
const twoAgo = monthBefore(lastMonth);

const seller = { name: 'Zawadi Gifts Ltd', kraPin: 'P051234567X', address: 'Moi Avenue 1, Nairobi' };

let system: TestSystem;
let administrator: Administrator;
let shops: Payee[];
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system, 'administrator');
  shops = [];
  for (const amount of [5_000, 2_340, 1_000, 60]) {
    const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
    await pay(shop, amount);
    await moveBack(shop, twoAgo);
    await pay(shop, amount);
    await moveBack(shop, lastMonth);
    shops.push(shop);
  }
  // A fee of the current month, which gets no invoice yet.
  await pay(ownShop(), 700);
});
afterAll(() => system.close());

const as = () => ({ bearer: administrator.bearer });

function ownShop(): Payee {
  const [shop] = shops;
  if (!shop) throw new Error('there is no shop');
  return shop;
}

async function pay(shop: Payee, amount: number): Promise<void> {
  await earn(system, shop, amount);
  for (const batch of await settleNow(system, administrator, shop)) await untilPaid(system, shop, batch);
}

/** Moves today's payments of the shop to the tenth of a month, in the same order. */
async function moveBack({ merchantId }: Payee, month: string): Promise<void> {
  const { rows } = await system.owner.query<{ by: string }>(
    `select (timestamptz '${month}-10 13:00+03' - now())::text as by`,
  );
  const which = `home_id = '${merchantId}' and posted_at > now() - interval '1 hour'`;
  await moveTransfers(system.owner, rows[0]?.by ?? '', which);
}

async function setUp(firstMonth: string, vatBasisPoints = 1_600) {
  const { latestVersionId: basedOn } = (await system.call(readInvoicing, {}, as())).answer;
  const invoicing = { seller, vatBasisPoints, firstMonth };
  const body = { invoicing, reason: 'We are registered for VAT', basedOn };
  return system.call(changeInvoicing, { body }, as());
}

const all = async (query = {}) => (await system.call(listInvoices, { query }, as())).answer;
const numbers = async () => (await all({ limit: 100 })).invoices.map(({ number }) => number).toReversed();

// Each test continues from the state that the earlier tests left.
describe('the first two months of invoices', { shuffle: false }, () => {
  test('issues nothing before the company that issues invoices is set', async () => {
    expect((await system.call(issueInvoices, { body: {} }, as())).outcome).toBe('seller_missing');
    expect(await issueDueInvoices(system.deps)).toBe(0);
    expect(await all()).toMatchObject({ invoices: [], toIssue: [], isSetUp: false });
  });

  test('issues one invoice per finished month to each merchant with fees, and includes VAT in the fee', async () => {
    const details = { kraPin: 'A001234567Z', address: 'Kimathi Street 2, Nairobi' };
    await system.call(changeBuyerDetails, { body: details }, { bearer: ownShop().bearer });
    expect((await setUp(lastMonth)).outcome).toBe('ok');
    expect((await all()).toIssue).toEqual([{ month: lastMonth, merchants: 3, amount: 50 + 23 + 10 }]);
    expect((await system.call(issueInvoices, { body: {} }, as())).answer).toEqual({ issued: 3 });
    const { invoices, totals, toIssue } = await all({ month: lastMonth });
    expect(toIssue).toEqual([]);
    expect(totals).toMatchObject({ count: 3, amount: 83 });
    // 60 has no fee: one percent of it is less than a shilling.
    expect(invoices.map(({ merchantCode }) => merchantCode)).not.toContain(shops[3]?.merchantCode);
    expect(invoices.find(({ merchantCode }) => merchantCode === ownShop().merchantCode)).toMatchObject({
      month: lastMonth,
      amount: 50,
      vatCents: 690,
      netCents: 4_310,
    });
    const { rows } = await system.owner.query<{ email: string }>(
      'select contact_email as email from merchants where merchant_code = $1',
      [ownShop().merchantCode],
    );
    await system.sandbox.mail(rows[0]?.email ?? '', /INV-00000[123][^]*KES 50/u);
  });

  test('a crashed run leaves no gap in invoice numbers, and concurrent runs issue every invoice once', async () => {
    await setUp(twoAgo);
    const { merchantId } = ownShop();
    const content = {
      seller,
      buyer: { name: '', merchantCode: '', kraPin: '', address: '' },
      lines: [],
      vat: [],
    };
    const invoice = { id: newId(), merchantId, month: twoAgo, feeCents: 100n, vatCents: 0n, content };
    const stopped = inTransaction(system.deps.db, async (tx) => {
      expect(await insertInvoice(tx, invoice)).not.toBeNull();
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    await expect(stopped).rejects.toThrow(/terminat|connection/iu);
    const issued = await Promise.all([1, 2, 3, 4].map(() => issueDueInvoices(system.deps)));
    expect(issued.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `INV-00000${number}`));
    expect(await issueDueInvoices(system.deps)).toBe(0);
    expect((await all({ month: thisMonth })).invoices).toEqual([]);
  });

  test('a month’s invoices equal its fees in the books', async () => {
    const feesOn = async (on: string) => {
      const { answer } = await system.call(trialBalance, { query: { on } }, as());
      return answer.accounts.find(({ kind }) => kind === 'revenue:settlement-fee')?.balance ?? 0;
    };
    const lastOf = (month: string) => nairobiDay(new Date(firstDay(month).getTime() - DAY_MS));
    const earned = (await feesOn(lastOf(thisMonth))) - (await feesOn(lastOf(lastMonth)));
    expect(earned).toBe(8_300);
    expect((await all({ month: lastMonth })).totals.amount * 100).toBe(earned);
  });

  test('nothing that a merchant, the operator or the program’s database role does changes an issued invoice', async () => {
    const before = (await all()).invoices;
    await setUp(twoAgo, 800);
    const { merchantId } = ownShop();
    const body = { merchantId, businessName: 'Another Name Ltd' };
    expect((await system.call(updateMerchant, { body }, as())).outcome).toBe('ok');
    await issueDueInvoices(system.deps);
    expect((await all()).invoices).toEqual(before);
    const { db } = system.deps;
    for (const statement of [
      sql`update invoices set fee_cents = 1`,
      sql`delete from invoices`,
      sql`update invoice_numbers set latest = 0`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow('permission denied');
    }
  });

  test('a merchant sees and downloads only its own invoices', async () => {
    const [own, other] = [ownShop(), shops[1]];
    const bearer = own.bearer;
    const { answer } = await system.call(listOwnInvoices, { query: {} }, { bearer });
    expect(answer.invoices.map(({ month, amount }) => [month, amount])).toEqual([
      [twoAgo, 50],
      [lastMonth, 50],
    ]);
    const foreign = (await all({ merchantCode: other?.merchantCode })).invoices[0]?.number ?? '';
    const file = async (number: string) =>
      system.http.inject({
        url: `/api/invoices/v1/${number}/pdf`,
        headers: { authorization: `Bearer ${bearer}` },
      });
    const pdf = await file(answer.invoices[0]?.number ?? '');
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await file(foreign)).statusCode).toBe(404);
    expect((await file('INV-999999')).statusCode).toBe(404);
  });

  test('finance enters one eTIMS number per invoice, and the audit log records it', async () => {
    const finance = await newAdministrator(system, 'finance');
    const [first, second] = await numbers();
    const enter = (number = '', etimsNumber = 'KRAMW012202207054377/12') =>
      system.call(
        enterEtimsNumber,
        { params: { number }, body: { etimsNumber } },
        { bearer: finance.bearer },
      );
    expect((await enter(first)).answer).toMatchObject({
      number: first,
      etimsNumber: 'KRAMW012202207054377/12',
    });
    expect((await enter(first)).outcome).toBe('setting_same');
    expect((await enter(second)).outcome).toBe('etims_number_used');
    expect((await enter(first, 'krAMW012202207054377/13')).answer.etimsNumber).toBe(
      'KRAMW012202207054377/13',
    );
    expect((await enter(second, 'two words')).outcome).toBe('validation_failed');
    const { rows } = await system.owner.query(
      `select before, after from audit_log where action = 'invoice.etims-entered' and subject_id = $1 order by seq`,
      [first],
    );
    expect(rows).toEqual([
      { before: { etimsNumber: null }, after: { etimsNumber: 'KRAMW012202207054377/12' } },
      {
        before: { etimsNumber: 'KRAMW012202207054377/12' },
        after: { etimsNumber: 'KRAMW012202207054377/13' },
      },
    ]);
    expect((await all({ etims: 'entered' })).invoices.map(({ number }) => number)).toEqual([first]);
  });

  test('a fee gets the VAT rate in force when it was earned, and a withdrawn rate never applies', async () => {
    const versions: string[] = [];
    for (const vatBasisPoints of [1_400, 900]) {
      versions.push((await setUp(twoAgo, vatBasisPoints)).answer.latestVersionId ?? '');
    }
    const [kept, withdrawn] = versions;
    await system.owner.query(
      `update setting_versions set effective_from = '2020-04-01 00:00+03' where id = $1`,
      [kept],
    );
    await system.owner.query(
      `update setting_versions set effective_from = '2020-05-01 00:00+03', withdrawn_at = '2020-04-20' where id = $1`,
      [withdrawn],
    );
    const vatOn = await readVatRates(system.deps.db);
    const rates = ['2020-03-31T20:59:59Z', '2020-03-31T21:00:00Z', '2020-06-01T00:00:00Z'].map((at) =>
      vatOn(new Date(at)),
    );
    expect(rates).toEqual([1_600, 1_400, 1_400]);
  });
});
