import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { fraudCaseDetail, ofCase, onCases } from './fraud-cases.ts';
import { administratorRoles } from './roles.ts';
import { day, letterText, requiredLine, uuid } from './text.ts';

// A report shows a person's whole identity and every transaction, so only one role prepares, downloads and files it.
const onReports = { ...onCases, roles: administratorRoles.administrator, needsStepUp: true } as const;

export const prepareFraudCaseReport = endpoint({
  ...onReports,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/reports',
  summary:
    'Prepare a suspicious-transaction report about a period of at most a year; the same reportId again prepares no second one',
  params: ofCase,
  body: z.object({ reportId: uuid, from: day, to: day, grounds: letterText }),
  example: {
    params: { caseId: sample.id },
    body: {
      reportId: sample.id,
      from: '2026-11-01',
      to: '2026-11-20',
      grounds: 'Five gifts just below the limit were claimed and withdrawn within a minute.',
    },
  },
  answer: fraudCaseDetail,
  refusals: ['not_found', 'fraud_case_closed', 'period_reversed', 'period_invalid'],
  rate: { perMinute: 30 },
});

const ofReport = ofCase.extend({ reportId: uuid });
const example = { params: { caseId: sample.id, reportId: sample.id } } as const;

export const fraudCaseReportPdf = endpoint({
  ...onReports,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/reports/:reportId/pdf',
  summary: 'Download a suspicious-transaction report to sign: report-{case}-{report}.pdf',
  params: ofReport,
  example,
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 20 },
});

export const fraudCaseReportCsv = endpoint({
  ...onReports,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/reports/:reportId/csv',
  summary:
    'Download the transactions of a suspicious-transaction report: report-{case}-{report}.csv, streamed',
  params: ofReport,
  example,
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 20 },
});

export const fileFraudCaseReport = endpoint({
  ...onReports,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/reports/:reportId/filed',
  summary:
    'Record that a report was filed at the Financial Reporting Centre, or correct day and reference; the case is then reported',
  params: ofReport,
  body: z.object({ filedOn: day, reference: requiredLine(60) }),
  example: { ...example, body: { filedOn: '2026-11-20', reference: 'STR-2026-0412' } },
  answer: fraudCaseDetail,
  refusals: ['not_found', 'filed_later'],
  rate: { perMinute: 30 },
});
