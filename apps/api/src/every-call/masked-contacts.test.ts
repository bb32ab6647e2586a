import * as contract from '@zawadi/contract';
import { addressOf, formatMsisdn, type Endpoint } from '@zawadi/contract';
import { authorizationOf } from '@zawadi/story/request';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchForFraud } from '../features/merchants/fraud/index.ts';
import { fillWithConsumers } from '../testing/consumer-records.ts';
import { everyRow } from '../testing/every-row.ts';
import { endpoints, nameOf } from '../testing/raw-calls.ts';
import { createSettlingSystem, newAdministrator, type Administrator } from '../testing/settlement-calls.ts';
import type { TestSystem } from '../testing/test-system.ts';

/** Files that have contacts in full. The audit log records each download. */
const FULL_FILES: readonly Endpoint[] = [
  contract.adminUsersCsv,
  contract.fraudCaseReportCsv,
  contract.fraudCaseReportPdf,
  contract.personFilePdf,
  contract.personFileCsv,
];

/** Reads that support does not get here. They are about shops, files, and the wording of messages. */
const WITHOUT_CONSUMERS = [
  '/api/admin/v1/invoices/:number/pdf',
  '/api/admin/v1/notes/:subjectKind/:subjectId/files/:documentId',
  '/api/admin/v1/posting-requests/:postingId/document',
  '/api/admin/v1/saved-views/:viewId',
  '/api/admin/v1/settlements/bank-files/:number',
  '/api/admin/v1/settlements/bank-files/:number/file.csv',
  '/api/admin/v1/templates/:channel/:template/:language',
];

const reads = endpoints.filter(
  (endpoint) =>
    endpoint.method === 'GET' &&
    !endpoint.isStream &&
    !FULL_FILES.includes(endpoint) &&
    (endpoint.audience === 'admin' || endpoint.audience === 'merchant-or-admin'),
);

/** SQL queries of the ids that a path names. */
const IDS: Record<string, string> = {
  userId: 'select id::text from users',
  voucherId: 'select id::text from vouchers',
  merchantId: 'select id::text from merchants',
  approvalId: 'select id::text from approvals',
  alertId: 'select id::text from fraud_alerts',
  caseId: 'select id::text from fraud_cases',
  reviewId: 'select id::text from reviews',
  runId: 'select id::text from reconciliation_runs',
  batchId: 'select batch_id as id from settlements',
  postingId: 'select id::text from posting_requests',
  number: 'select number as id from invoices',
};

const TRANSACTIONS = `
  select 'Deposit' as type, id::text as "transactionId" from purchases
  union all select 'Withdrawal', id::text from withdrawals
  union all select 'Redemption', id::text from redemptions
  union all select 'Claim', id::text from claims
  union all select 'Refund', id::text from refunds`;

const SUBJECTS = `
  select 'user' as "subjectKind", id::text as "subjectId" from users
  union all select 'merchant', id::text from merchants`;

let system: TestSystem;
let support: Administrator;
let authorization: string;
let known: { text: string; person: string }[];
beforeAll(async () => {
  system = await createSettlingSystem();
  support = await newAdministrator(system, 'support');
  authorization = authorizationOf(support);
  await fillWithConsumers(system);
  await watchForFraud(system.deps);
  known = await everyContact();
}, 240_000);
afterAll(() => system.close());

/** Lists the consumers' phone numbers and email addresses, in each usual spelling. Other spellings end with the first. */
async function everyContact(): Promise<typeof known> {
  const { rows } = await system.owner.query<{ contact: string }>(`
    select distinct contact from (
      select unnest(array[email, pending_email, phone_msisdn, pending_phone_msisdn]) as contact from users
      union select unnest(array[recipient_msisdn, recipient_email]) from vouchers
      union select recipient_msisdn from purchase_gifts
      union select payer_msisdn from purchases
      union select msisdn from withdrawals
      union select party from orders where party ~ '^254[17]'
      union select account_number from reconciliation_items where account_number ~ '^254[17]'
    ) c where contact <> ''
      and contact not in (select contact_phone_msisdn from merchants)
      and contact not in (select phone_msisdn from merchant_places where phone_msisdn is not null)`);
  return rows.flatMap(({ contact }) => {
    const spellings = contact.includes('@')
      ? [contact]
      : [contact.slice(3), formatMsisdn(contact), `+254 ${formatMsisdn(contact).slice(1)}`];
    return spellings.map((text) => ({ text, person: contact }));
  });
}

async function addressesOf(endpoint: Endpoint): Promise<string[]> {
  const example = { ...Object(endpoint.example?.params) };
  const query = Object(endpoint.example?.query);
  const names = (endpoint.path.match(/:(\w+)/gu) ?? []).map((name) => name.slice(1));
  const source =
    (names.includes('transactionId') && TRANSACTIONS) ||
    (names.includes('subjectId') && SUBJECTS) ||
    names.map((name) => IDS[name] && `select q.id as "${name}" from (${IDS[name]}) q`).find(Boolean);
  if (source === undefined) return [addressOf(endpoint, { params: example, query })];
  const { rows } = await system.owner.query<object>(source);
  return rows.map((row) => addressOf(endpoint, { params: { ...example, ...row }, query }));
}

function leaksIn(text: string): string[] {
  return known.filter((contact) => text.includes(contact.text)).map((contact) => contact.text);
}

test(
  'A62 no read of support has a consumer’s phone number or email address in full',
  { timeout: 240_000 },
  async () => {
    expect(known.length).toBeGreaterThan(50);
    const answered = new Map<string, number>();
    await everyRow(reads, nameOf, async (endpoint) => {
      const leaks: string[] = [];
      for (const url of await addressesOf(endpoint)) {
        const answer = await system.http.inject({ url, headers: { authorization } });
        answered.set(endpoint.path, (answered.get(endpoint.path) ?? 0) + (answer.statusCode === 200 ? 1 : 0));
        leaks.push(...leaksIn(answer.body).map((leak) => `${url}: ${leak}`));
      }
      expect(leaks).toEqual([]);
    });
    const unread = [...answered].filter(([, count]) => count === 0).map(([path]) => path);
    expect(unread.toSorted()).toEqual(WITHOUT_CONSUMERS);
  },
);

test('M-PESA’s ID of a prompt is shown without the payer’s number, and found in full', async () => {
  const { rows } = await system.owner.query<{ transactionId: string; checkoutId: string; party: string }>(
    `select owner_id as "transactionId", provider_ids[1] as "checkoutId", party from orders
     where kind = 'purchase' and state = 'SUCCEEDED' limit 1`,
  );
  const { transactionId = '', checkoutId = '', party = '' } = rows[0] ?? {};
  expect(checkoutId.endsWith(party.slice(3))).toBe(true);
  const params = { type: 'Deposit', transactionId } as const;
  const { tries, messages } = (await system.call(contract.readTransaction, { params }, support)).answer;
  const masked = checkoutId.slice(0, -9) + contract.maskMsisdn(party).slice(3);
  expect(tries.map(({ providerId }) => providerId)).toEqual([masked]);
  expect(JSON.stringify(messages)).toContain(masked);
  const found = await system.call(contract.searchEverything, { body: { text: checkoutId } }, support);
  expect(found.answer.payments).toContainEqual(expect.objectContaining({ transactionId, isNamed: true }));
});

test('a search by a full number or address finds its person, and shows both masked', async () => {
  const { rows } = await system.owner.query<{ userId: string; phone: string; email: string }>(
    `select id as "userId", phone_msisdn as phone, email from users where phone_msisdn is not null limit 3`,
  );
  for (const { userId, phone, email } of rows) {
    for (const text of [phone, formatMsisdn(phone), email]) {
      const answer = await system.http.inject({
        method: 'POST',
        url: contract.searchEverything.path,
        headers: { authorization },
        payload: { text },
      });
      const { people } = answer.json().body;
      expect(people).toContainEqual(
        expect.objectContaining({
          userId,
          phoneNumber: contract.maskMsisdn(phone),
          email: contract.maskEmail(email),
        }),
      );
      expect(leaksIn(answer.body)).toEqual([]);
    }
  }
});
