import { randomUUID } from 'node:crypto';
import {
  approveRequest,
  listPostingRequests,
  previewAction,
  readApproval,
  readPostingRequest,
  rejectRequest,
  type Posting,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToPost, changesBy, postNow, readBooks, uploadDocument } from '../../../testing/posting-calls.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  maker = await newAdministrator(system, 'finance');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const post = (posting: Posting, more: Parameters<typeof askToPost>[3] = {}) =>
  postNow(system, { maker, checker }, posting, more);
const changes = (act: () => Promise<unknown>) => changesBy(system, act);
const receipt = () => `UKS${randomUUID().replaceAll('-', '').slice(0, 7).toUpperCase()}`;

test('each template of the operator’s own money moves exactly its two accounts', async () => {
  const moved = async (posting: Posting, more = {}) => changes(() => post(posting, more));
  expect(await moved({ template: 'bank-float-in', amountCents: 900_050 })).toEqual({
    bankPayout: 900_050,
    capital: 900_050,
  });
  expect(await moved({ template: 'bank-charge', amountCents: 3_850 })).toEqual({
    bankPayout: -3_850,
    providerCharges: 3_850,
  });
  expect(await moved({ template: 'bank-to-payout', amountCents: 300_000 }, { reference: receipt() })).toEqual(
    { bankPayout: -300_000, payout: 300_000 },
  );
  expect(await moved({ template: 'payout-to-bank', amountCents: 100_000 }, { reference: receipt() })).toEqual(
    { bankPayout: 100_000, payout: -100_000 },
  );
  expect(await moved({ template: 'payout-float-in', amountCents: 50_000 }, { reference: receipt() })).toEqual(
    { payout: 50_000, capital: 50_000 },
  );
  expect(
    await moved({ template: 'payout-float-out', amountCents: 50_000 }, { reference: receipt() }),
  ).toEqual({ payout: -50_000, capital: -50_000 });
  expect(await moved({ template: 'bank-float-out', amountCents: 100_000 })).toEqual({
    bankPayout: -100_000,
    capital: -100_000,
  });
});

test('unclaimed money is paid over only as far as expired vouchers hold it', async () => {
  const { expired } = await readBooks(system);
  const posting: Posting = { template: 'unclaimed-paid', amountCents: expired + 100 };
  expect((await askToPost(system, maker, posting)).outcome).toBe('balance_too_low');
});

test('a posting waits for a second administrator, whatever its amount', async () => {
  const { answer } = await askToPost(system, maker, { template: 'bank-float-in', amountCents: 1 });
  const { approvalId, postingId } = answer.posting;
  expect(answer.action).toEqual({ outcome: 'waiting', approvalId });
  expect(answer.posting.status).toBe('Waiting');
  const own = await system.call(approveRequest, { body: { approvalId } }, maker);
  expect(own.outcome).toBe('second_person_needed');
  expect(await changes(() => approve(system, checker, approvalId))).toEqual({ bankPayout: 1, capital: 1 });
  const { answer: posted } = await system.call(readPostingRequest, { params: { postingId } }, maker);
  expect(posted).toMatchObject({ status: 'Posted', requestedBy: maker.name, decidedBy: checker.name });
  expect(await changes(() => approve(system, checker, approvalId))).toEqual({});
});

test('a rejected posting moves nothing', async () => {
  const { answer } = await askToPost(system, maker, { template: 'bank-float-in', amountCents: 70_000 });
  const body = { approvalId: answer.posting.approvalId, reason: 'The bank has no such credit' };
  expect(await changes(() => system.call(rejectRequest, { body }, checker))).toEqual({});
  const listed = await system.call(listPostingRequests, { query: { status: 'Rejected' } }, maker);
  expect(listed.answer.postings[0]).toMatchObject({
    postingId: answer.posting.postingId,
    status: 'Rejected',
    decisionReason: 'The bank has no such credit',
  });
});

test('the preview shows both balances before and after, to the cent', async () => {
  const { bankPayout, capital } = await readBooks(system);
  const action = { kind: 'posting', posting: { template: 'bank-float-in', amountCents: 12_345 } } as const;
  const { answer } = await system.call(previewAction, { body: { action } }, maker);
  expect(answer.rule).toMatchObject({ needsTwo: true, because: 'always' });
  expect(answer.preview).toEqual({
    amountCents: 12_345,
    way: 'from the owner to the bank account',
    balances: [
      { of: 'Bank account', beforeCents: bankPayout, afterCents: bankPayout + 12_345 },
      { of: 'Capital', beforeCents: capital, afterCents: capital + 12_345 },
    ],
  });
});

test('refuses a posting that would take the bank account below zero, on request and on approval', async () => {
  const { bankPayout } = await readBooks(system);
  const all: Posting = { template: 'bank-float-out', amountCents: bankPayout };
  const more = await askToPost(system, maker, { ...all, amountCents: bankPayout + 1 });
  expect(more.outcome).toBe('balance_too_low');
  const first = await askToPost(system, maker, all);
  const second = await askToPost(system, maker, { template: 'bank-charge', amountCents: 100 });
  expect(await changes(() => approve(system, checker, second.answer.posting.approvalId))).toEqual({
    bankPayout: -100,
    providerCharges: 100,
  });
  const { approvalId } = first.answer.posting;
  expect((await approve(system, checker, approvalId)).outcome).toBe('balance_too_low');
  const { answer } = await system.call(readApproval, { params: { approvalId } }, checker);
  expect(answer.refusedBecause).toMatch(/^Bank account: there is only KES/u);
});

test('only one of two approvals at the same time spends the same bank balance', async () => {
  const { bankPayout } = await readBooks(system);
  const posting: Posting = { template: 'bank-float-out', amountCents: bankPayout };
  const asked = [await askToPost(system, maker, posting), await askToPost(system, maker, posting)];
  const outcomes = await Promise.all(
    asked.map(async ({ answer }) => (await approve(system, checker, answer.posting.approvalId)).outcome),
  );
  expect(outcomes.toSorted()).toEqual(['balance_too_low', 'ok']);
  expect((await readBooks(system)).bankPayout).toBe(0);
  await post({ template: 'bank-float-in', amountCents: 1_000_000 });
});

test('money that moves at M-PESA needs its receipt, and a receipt is posted once', async () => {
  const posting: Posting = { template: 'bank-to-payout', amountCents: 10_000 };
  expect((await askToPost(system, maker, posting)).outcome).toBe('receipt_needed');
  const reference = receipt();
  const twice = await askToPost(system, maker, posting, { reference });
  await post(posting, { reference });
  expect((await askToPost(system, maker, posting, { reference })).outcome).toBe('receipt_known');
  expect((await approve(system, checker, twice.answer.posting.approvalId)).outcome).toBe('receipt_known');
});

test('a request sent twice makes one posting; another content under its id is refused', async () => {
  const { document } = await uploadDocument(system, maker);
  const same = { postingId: randomUUID(), documentId: document.documentId };
  const posting: Posting = { template: 'bank-float-in', amountCents: 4_400 };
  const [first, second] = await Promise.all([
    askToPost(system, maker, posting, same),
    askToPost(system, maker, posting, same),
  ]);
  expect([first.outcome, second.outcome]).toEqual(['ok', 'ok']);
  expect(second.answer.posting.approvalId).toBe(first.answer.posting.approvalId);
  const other = await askToPost(system, maker, { ...posting, amountCents: 4_500 }, same);
  expect(other.outcome).toBe('posting_mismatch');
});

test('the list filters and sums, and the export has the same rows', async () => {
  await post({ template: 'bank-charge', amountCents: 5_000 });
  const query = { template: 'bank-charge', status: 'Posted' } as const;
  const { answer } = await system.call(listPostingRequests, { query }, maker);
  expect(answer.postings.length).toBe(answer.total.count);
  expect(answer.total.amountCents).toBe(answer.postings.reduce((sum, one) => sum + one.amountCents, 0));
  const file = await system.http.inject({
    url: '/api/admin/v1/posting-requests.csv?template=bank-charge&status=Posted',
    headers: { authorization: `Bearer ${maker.bearer}` },
  });
  const lines = file.body.trim().split('\r\n');
  expect(lines).toHaveLength(answer.total.count + 1);
  expect(lines[1]).toContain('"Bank charge","50.00"');
});

test.each(['support', 'read-only'] as const)(
  'the role %s may read postings but not request them',
  async (role) => {
    const administrator = await newAdministrator(system, role);
    expect((await system.call(listPostingRequests, { query: {} }, administrator)).outcome).toBe('ok');
    const { document } = await uploadDocument(system, maker);
    const { documentId } = document;
    const posting: Posting = { template: 'bank-float-in', amountCents: 100 };
    expect((await askToPost(system, administrator, posting, { documentId })).outcome).toBe('forbidden');
  },
);
