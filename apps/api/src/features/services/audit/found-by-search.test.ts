import {
  adminLogin,
  bookReversal,
  freezeUser,
  listAudit,
  refundVoucher,
  runSettlements,
  shortReference,
  type AuditEntry,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainPlan } from '../../../testing/explain-plan.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import {
  earn,
  newAdministrator,
  newPayee,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { findTargets } from '../look-ups/index.ts';
import { recordAudit } from './record-audit.ts';
import { entriesPage } from './store.ts';

const reason = 'Asked for on the phone';

let system: TestSystem;
let administrator: Administrator;
let shop: Payee;
let gift: Gift;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  shop = await newPayee(system, { kind: 'till', tillNumber: '592038' });
  gift = await makeGift(system, { amount: 700 });
});
afterAll(() => system.close());

async function found(search: string): Promise<AuditEntry[]> {
  const { answer, outcome } = await system.call(listAudit, { query: { search } }, administrator);
  if (outcome !== 'ok') throw new Error(`the log was refused: ${outcome}`);
  return answer.entries;
}
const actionsIn = async (search: string) => (await found(search)).map(({ action }) => action);

async function administratorId(): Promise<string> {
  const { rows } = await system.owner.query<{ id: string }>('select id from administrators where name = $1', [
    administrator.name,
  ]);
  return rows[0]?.id ?? '';
}

test('finds audit entries about a merchant by its code and by its displayed name', async () => {
  const auditor = {
    administratorId: await administratorId(),
    address: '10.0.0.1',
    requestId: 'request-suspend',
  };
  await inTransaction(system.deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'merchant.suspended',
      subjectKind: 'merchant',
      subjectId: shop.merchantId,
      reason,
    }),
  );
  const { rows } = await system.owner.query<{ name: string }>(
    'select business_name as name from merchants where id = $1',
    [shop.merchantId],
  );
  for (const typed of [
    shop.merchantCode,
    shop.merchantCode.toLowerCase(),
    rows[0]?.name ?? '',
    shop.contact.email,
  ])
    expect(await actionsIn(typed), typed).toContain('merchant.suspended');
  const [entry] = await found(shop.merchantCode);
  expect(entry?.subjectName).toBe(shop.merchantCode);
  expect(await actionsIn('request-suspend')).toEqual(['merchant.suspended']);
});

test('finds audit entries about a payment by its receipt, its reference and its recipient’s phone number', async () => {
  await system.call(refundVoucher, { body: { voucherId: gift.voucherId, reason } }, administrator);
  const other = await makeGift(system, { amount: 800 });
  const { rows } = await system.owner.query<{ id: string; receipt: string; phone: string }>(
    `select purchase_id as id, mpesa_receipt as receipt, recipient_msisdn as phone from vouchers where id = any($1)
     order by array_position($1, id)`,
    [[gift.voucherId, other.voucherId]],
  );
  const body = { transactionId: rows[1]?.id ?? '', receipt: 'UKLBACK902', reason };
  await system.call(bookReversal, { body }, administrator);
  for (const { id, receipt, phone } of rows) {
    const typedOf = [
      receipt,
      receipt.toLowerCase(),
      id.slice(0, 8).toUpperCase(),
      phone,
      `0${phone.slice(3)}`,
    ];
    for (const typed of typedOf) expect((await actionsIn(typed)).length, typed).toBeGreaterThan(0);
  }
  expect(await actionsIn(shortReference(gift.voucherId))).toContain('voucher.refunded');
});

test('finds audit entries about a person by name, email address and phone number, and about a settlement batch by its id', async () => {
  const person = await newConsumer(system);
  await system.call(freezeUser, { params: { userId: person.user.id }, body: { reason } }, administrator);
  for (const typed of [
    `${person.firstName} ${person.lastName}`,
    person.email,
    person.phoneNumber,
    `0${person.phoneNumber.slice(3)}`,
  ])
    expect(await actionsIn(typed), typed).toContain('user.frozen');
  await earn(system, shop, 400);
  await system.call(
    runSettlements,
    { body: { merchantCode: shop.merchantCode, upTo: 'now' } },
    administrator,
  );
  const { rows } = await system.owner.query<{ id: string; batchId: string }>(
    'select id, batch_id as "batchId" from settlements where merchant_id = $1',
    [shop.merchantId],
  );
  const [batch] = rows;
  const auditor = {
    administratorId: await administratorId(),
    address: '10.0.0.1',
    requestId: 'request-batch',
  };
  await inTransaction(system.deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'settlement.approved',
      subjectKind: 'settlement',
      subjectId: batch?.id ?? '',
    }),
  );
  expect(await actionsIn(batch?.batchId ?? '')).toEqual(['settlement.approved']);
  const [approved] = await found(batch?.batchId ?? '');
  expect(approved?.subjectName).toBe(batch?.batchId);
});

test('finds successful and failed sign-ins of administrators by name', async () => {
  const { rows } = await system.owner.query<{ email: string }>(
    'select email from administrators where name = $1',
    [administrator.name],
  );
  const email = rows[0]?.email ?? '';
  await system.call(adminLogin, { body: { email, password: 'Not-the-right-1' } });
  for (const typed of [administrator.name, email]) {
    const actions = await actionsIn(typed);
    expect(actions, typed).toEqual(
      expect.arrayContaining(['administrator.signed-in', 'administrator.sign-in-failed']),
    );
  }
});

test('a search does not scan the whole audit log', async () => {
  await system.owner.query('alter table audit_log disable trigger all');
  await system.owner.query(
    `insert into audit_log
       (seq, at, actor_id, actor_name, address, request_id, action, subject_kind, subject_id, reason, before, after,
        previous_hash, hash)
     select 1000 + n, now(), null, 'Person ' || n % 50, '10.0.0.1', gen_random_uuid()::text, 'user.frozen', 'user',
       gen_random_uuid()::text, 'Asked for', '{}', '{}', sha256(n::text::bytea), sha256(n::text::bytea)
     from generate_series(1, 60000) n`,
  );
  await system.owner.query('vacuum analyze audit_log');
  const { db } = system.deps;
  for (const search of [
    shop.merchantCode,
    gift.claimToken,
    shortReference(gift.voucherId),
    'request-batch',
  ]) {
    const page = { filters: { search }, readerId: randomUUID(), before: undefined, limit: 51 };
    const plan = await explainPlan(db, entriesPage(page, await findTargets(db, search)));
    const most = Math.max(
      ...plan.nodes
        .filter((node) => node['Relation Name'] === 'audit_log')
        .map((node) => (node['Node Type'].includes('Seq Scan') ? 60_000 : node['Actual Rows'])),
    );
    expect(most, search).toBeLessThan(1_000);
  }
  await system.owner.query('delete from audit_log where seq > 1000');
});
