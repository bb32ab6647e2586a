// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { listAdministrators } from '@zawadi/contract/administrators';
import { sample } from '@zawadi/contract/example-values';
import {
  closeFraudCase,
  listFraudCases,
  openFraudCase,
  readFraudCase,
  type FraudCaseDetail,
} from '@zawadi/contract/fraud-cases';
import {
  fileFraudCaseReport,
  fraudCaseReportCsv,
  fraudCaseReportPdf,
  prepareFraudCaseReport,
} from '@zawadi/contract/fraud-cases-reports';
import { expect, test } from 'vitest';
import { answer, answerBy, file, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const A_MOMENT = '2026-11-20T00:10:00.000Z';
const HERE = `/admin/fraud-cases/${sample.id}`;

const found: FraudCaseDetail = {
  caseId: sample.id,
  number: 7,
  status: 'open',
  about: { kind: 'user', userId: sample.id, name: 'Amina Wanjiru', status: 'ACTIVE' },
  openedAt: A_MOMENT,
  openedBy: 'Wanjiku Maina',
  alertCount: 1,
  alerts: [
    {
      alertId: sample.id,
      rule: 'buyer_velocity',
      severity: 'Medium',
      description: '12 purchases of KES 9,000 together within 24 hours.',
      raisedAt: A_MOMENT,
      about: { kind: 'user', userId: sample.id, name: 'Amina Wanjiru', status: 'ACTIVE' },
    },
  ],
  reports: [],
  events: [{ eventId: sample.id, kind: 'opened', by: 'Wanjiku Maina', at: A_MOMENT, text: 'In and out' }],
};
const report = {
  reportId: sample.id,
  number: 1,
  from: '2026-11-01',
  to: '2026-11-20',
  grounds: 'Claimed and withdrawn within a minute.',
  preparedBy: 'Wanjiku Maina',
  preparedAt: A_MOMENT,
};
const list = answerBy(listFraudCases, ({ query: { status } }) => {
  const cases = status === 'closed' ? [] : [found];
  return { cases, total: { count: cases.length, isMore: false } };
});

test('filters the cases, and opens one by hand', async () => {
  const page = await open('/admin/fraud-cases', {
    as: administrator('support'),
    answers: [
      list,
      answer(readFraudCase, found),
      answer(listAdministrators, emptyAnswer(listAdministrators)),
      answer(openFraudCase, found),
    ],
  });
  expect(await screen.findByText(whole('1 case'))).toBeDefined();
  expect(screen.getByText('Not assigned', { selector: '.muted' })).toBeDefined();
  await page.press('Open a case');
  const dialog = within(await screen.findByRole('dialog', { name: 'Open a case?' }));
  await page.person.click(dialog.getByRole('button', { name: 'Open case' }));
  expect(await dialog.findByText('Please fill this in')).toBeDefined();
  expect(dialog.getByText('Please say what is suspicious')).toBeDefined();
  await page.person.type(dialog.getByLabelText('Phone number or email'), '0712 000 001');
  await page.person.type(dialog.getByLabelText('What is suspicious?'), 'In and out');
  await page.person.click(dialog.getByRole('button', { name: 'Open case' }));
  await expect.poll(page.address).toMatch(/^\/admin\/fraud-cases\/[\da-f-]{36}$/u);
  expect(page.sent(openFraudCase)).toMatchObject([
    { about: { kind: 'contact', contact: '0712 000 001' }, text: 'In and out' },
  ]);
});

test('an administrator prepares a report, downloads it, and marks it as filed', async () => {
  let now = found;
  const filed = { on: '2026-11-20', reference: 'STR-1' };
  const page = await open(HERE, {
    as: administrator('administrator'),
    answers: [
      answerBy(readFraudCase, () => now),
      answerBy(prepareFraudCaseReport, () => (now = { ...found, reports: [report] })),
      file(fraudCaseReportPdf, 'report-7-1.pdf', '%PDF'),
      file(fraudCaseReportCsv, 'report-7-1.csv', 'Type'),
      answerBy(
        fileFraudCaseReport,
        () => (now = { ...found, status: 'reported', reports: [{ ...report, filed }] }),
      ),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Case 7: Amina Wanjiru' })).toBeDefined();
  expect(screen.getByText(/is an offence/u)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Busy buyer' })).toBeDefined();
  await page.press('Prepare…');
  const dialog = within(await screen.findByRole('dialog'));
  await page.person.click(dialog.getByRole('button', { name: 'Prepare report' }));
  expect(await dialog.findByText('Please say why')).toBeDefined();
  await page.person.type(dialog.getByLabelText('Why are these transactions suspicious?'), report.grounds);
  await page.person.click(dialog.getByRole('button', { name: 'Prepare report' }));
  expect(await screen.findByText(/Not filed yet/u)).toBeDefined();
  expect(page.sent(prepareFraudCaseReport)).toMatchObject([{ grounds: report.grounds }]);
  await page.press('PDF to sign, report 1');
  await page.press('Transactions as CSV, report 1');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['report-7-1.pdf', 'report-7-1.csv']);
  await page.press('Mark as filed…');
  const filing = within(await screen.findByRole('dialog', { name: 'Was report 1 filed?' }));
  await page.person.click(filing.getByRole('button', { name: 'Save filing' }));
  expect(await filing.findByText('Please type the reference')).toBeDefined();
  await page.person.type(filing.getByLabelText('Reference of the Financial Reporting Centre'), 'STR-1');
  await page.person.click(filing.getByRole('button', { name: 'Save filing' }));
  expect(await screen.findByText(/reference STR-1/u)).toBeDefined();
  expect(screen.getByText('Reported')).toBeDefined();
});

test('support closes a case, and sees reports without a way to download them', async () => {
  const closed = { outcome: 'unclear', at: A_MOMENT, by: 'Musa' } as const;
  let now: FraudCaseDetail = { ...found, reports: [report] };
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [
      answerBy(readFraudCase, () => now),
      answerBy(closeFraudCase, () => (now = { ...now, status: 'closed', closed })),
    ],
  });
  expect(await screen.findByText(report.grounds)).toBeDefined();
  for (const name of [/PDF/u, /CSV/u, /filed/u, /Prepare/u])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await page.press('Close…');
  const dialog = within(await screen.findByRole('dialog', { name: 'What did this case turn out to be?' }));
  await page.person.click(dialog.getByLabelText(/Unclear/u));
  await page.person.type(dialog.getByLabelText('Reason'), 'Nothing proven');
  await page.person.click(dialog.getByRole('button', { name: 'Close case' }));
  expect(await screen.findByText('Closed by Musa,', { exact: false })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reopen…' })).toBeDefined();
});

test('a read-only administrator reads a case without buttons', async () => {
  await open(HERE, { as: administrator('read-only'), answers: [answer(readFraudCase, found)] });
  expect(await screen.findByRole('heading', { name: 'Case 7: Amina Wanjiru' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /…$/u })).toBeNull();
  expect(screen.queryByLabelText('New note')).toBeNull();
});

test('a case that does not exist, or is about the reader, is missing', async () => {
  await open(HERE, { as: administrator('support'), answers: [refusal(readFraudCase, 'not_found')] });
  expect(await screen.findByText('There is no such case')).toBeDefined();
});
