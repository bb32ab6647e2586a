import {
  claimVoucher,
  closeFraudCase,
  deleteAccount,
  fileFraudCaseReport,
  fraudCaseReportCsv,
  fraudCaseReportPdf,
  listAudit,
  listFraudCases,
  openFraudCase,
  prepareFraudCaseReport,
  readFraudCase,
  type Endpoint,
} from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { ageProof } from '../../../testing/age-sessions.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { raiseAlert } from '../../../testing/fraud-alerts.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const today = () => nairobiDay(system.deps.clock.now());

async function openCase(userId: string): Promise<string> {
  const body = { caseId: randomUUID(), about: { kind: 'user', userId }, text: 'In and out' } as const;
  return (await system.call(openFraudCase, { body }, administrator)).answer.caseId;
}

async function prepare(
  caseId: string,
  period = { from: today(), to: today() },
  reportId: string = randomUUID(),
) {
  const body = { reportId, ...period, grounds: 'Claimed and withdrawn within a minute.\nNo reason given.' };
  const prepared = await system.call(prepareFraudCaseReport, { params: { caseId }, body }, administrator);
  return { ...prepared, reportId };
}

const download = (endpoint: Endpoint, params: { caseId: string; reportId: string }, by = administrator) =>
  system.http.inject({
    method: 'POST',
    url: endpoint.path.replace(':caseId', params.caseId).replace(':reportId', params.reportId),
    headers: { authorization: `Bearer ${by.bearer}` },
  });

/** A consumer who claimed a gift, withdrew it, and bought a gift. */
async function passThrough(): Promise<SignedIn> {
  const person = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: person });
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: person.bearer });
  await makeGift(system, { amount: 300, buyerId: person.user.id });
  const withdrawal = await registerAndStartWithdrawal(system, person, 400);
  await untilWithdrawal(system, person, withdrawal, 'COMPLETED');
  return person;
}

test('exports a report with the transactions of its subject, and records each download', async () => {
  const person = await passThrough();
  await raiseAlert(system, { userId: person.user.id });
  await makeGift(system, { amount: 777 });
  const caseId = await openCase(person.user.id);
  const { reportId, answer } = await prepare(caseId);
  expect(answer.reports).toMatchObject([
    { number: 1, from: today(), to: today(), grounds: expect.stringContaining('No reason given.') },
  ]);
  expect(answer.status).toBe('open');
  const file = await download(fraudCaseReportCsv, { caseId, reportId });
  expect(file.headers['content-disposition']).toBe(`attachment; filename="report-${answer.number}-1.csv"`);
  const [, ...rows] = file.body
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  const facts = rows.map(([, , , type, from, to, amount]) => [type, from, to, amount]);
  const { rows: paid } = await system.owner.query<{ name: string; code: string }>(
    'select paid_to_name as name, transaction_code as code from withdrawals where user_id = $1',
    [person.user.id],
  );
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Withdrawal', 'Neema Achieng', `${paid[0]?.name}, ${person.phoneNumber}`, '400'],
      ['Claim', 'Neema Achieng', 'Neema Achieng', '950'],
      [
        'Deposit',
        expect.stringMatching(/^Neema Achieng, 254/u),
        expect.stringMatching(/^Kip Rotich, 254/u),
        '300',
      ],
    ]),
  );
  // The payment for the gift that the subject claimed is the fourth; the stranger's gift is missing.
  expect(facts.map(([type, , , amount]) => `${type} ${amount}`).toSorted()).toEqual([
    'Claim 950',
    'Deposit 1000',
    'Deposit 300',
    'Withdrawal 400',
  ]);
  expect(file.body).toContain(paid[0]?.code);

  const pdf = await download(fraudCaseReportPdf, { caseId, reportId });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.rawPayload.length).toBeGreaterThan(5_000);
  const { entries } = (await system.call(listAudit, { query: { subjectId: caseId } }, administrator)).answer;
  expect(entries.map(({ action, after }) => [action, after['format']]).toReversed()).toEqual([
    ['fraud-case.opened', undefined],
    ['fraud-case.report-prepared', undefined],
    ['fraud-case.report-downloaded', 'csv'],
    ['fraud-case.report-downloaded', 'pdf'],
  ]);
});

test('a report has only the transactions of its period', async () => {
  const person = await passThrough();
  const caseId = await openCase(person.user.id);
  const { reportId } = await prepare(caseId, { from: '2025-01-01', to: '2025-12-31' });
  const { body } = await download(fraudCaseReportCsv, { caseId, reportId });
  expect(body.trim().split('\r\n')).toHaveLength(1);
  for (const [from, to, refusal] of [
    ['2025-02-02', '2025-02-01', 'period_reversed'],
    ['2024-01-01', '2026-01-01', 'period_invalid'],
  ] as const)
    expect((await prepare(caseId, { from, to })).outcome).toBe(refusal);
  const repeated = await prepare(caseId, { from: '2025-01-01', to: '2025-12-31' }, reportId);
  expect(repeated.answer.reports).toHaveLength(1);
  expect((await prepare(caseId)).answer.reports.map(({ number }) => number)).toEqual([2, 1]);
});

test('filing a report stores its day and reference, and marks the case as reported', async () => {
  const caseId = await openCase((await newConsumer(system)).user.id);
  const { reportId } = await prepare(caseId);
  const params = { caseId, reportId };
  const file = (filedOn: string, reference: string) =>
    system.call(fileFraudCaseReport, { params, body: { filedOn, reference } }, administrator);
  expect((await file('2099-01-01', 'STR-1')).outcome).toBe('filed_later');
  for (const _ of [1, 2]) await file('2026-11-20', 'STR-1');
  const { answer } = await file('2026-11-20', 'STR-11');
  expect(answer).toMatchObject({
    status: 'reported',
    reports: [{ filed: { on: '2026-11-20', reference: 'STR-11' } }],
  });
  expect(answer.events.filter(({ kind }) => kind === 'reported').map(({ text }) => text)).toEqual([
    'Report 1, filed 20 November 2026, reference STR-1',
    'Report 1, filed 20 November 2026, reference STR-11',
  ]);
  const { cases } = (await system.call(listFraudCases, { query: { status: 'reported' } }, administrator))
    .answer;
  expect(cases.map((one) => one.caseId)).toContain(caseId);
  const unknown = {
    params: { caseId, reportId: randomUUID() },
    body: { filedOn: '2026-11-20', reference: 'X' },
  };
  expect((await system.call(fileFraudCaseReport, unknown, administrator)).outcome).toBe('not_found');
  const closing = { params: { caseId }, body: { outcome: 'confirmed', reason: 'Reported' } } as const;
  await system.call(closeFraudCase, closing, administrator);
  expect((await prepare(caseId)).outcome).toBe('fraud_case_closed');
});

test('only the role administrator reports, and each call about a report needs a step-up', async () => {
  const caseId = await openCase((await newConsumer(system)).user.id);
  const { reportId } = await prepare(caseId);
  const params = { caseId, reportId };
  for (const role of ['finance', 'support', 'read-only'] as const) {
    const other = await newAdministrator(system, role);
    for (const endpoint of [fraudCaseReportCsv, fraudCaseReportPdf])
      expect((await download(endpoint, params, other)).statusCode).toBe(403);
    const body = { filedOn: '2026-11-20', reference: 'STR-1' };
    expect((await system.call(fileFraudCaseReport, { params, body }, other)).status).toBe(403);
  }
  const late = await newAdministrator(system, 'administrator');
  await ageProof(system, late.bearer, 11);
  for (const endpoint of [fraudCaseReportCsv, fraudCaseReportPdf]) {
    const reply = await download(endpoint, params, late);
    expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining('step_up_required')]);
  }
});

test('a case keeps the name and contacts of an account that its owner deletes', async () => {
  const person = await newConsumer(system);
  const caseId = await openCase(person.user.id);
  const body = { password: DEMO_PASSWORD };
  expect((await system.call(deleteAccount, { body }, { bearer: person.bearer })).outcome).toBe('ok');
  const { about } = (await system.call(readFraudCase, { params: { caseId } }, administrator)).answer;
  expect(about).toMatchObject({ kind: 'user', name: 'Neema Achieng', status: 'DELETED' });
  const { rows } = await system.owner.query<{ identity: { label: string; value: string }[] }>(
    'select identity from fraud_cases where id = $1',
    [caseId],
  );
  expect(rows[0]?.identity).toEqual(
    expect.arrayContaining([
      { label: 'Name', value: 'Neema Achieng' },
      { label: 'Email', value: person.email },
    ]),
  );
});
