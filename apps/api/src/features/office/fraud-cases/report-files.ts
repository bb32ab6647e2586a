import type { FraudCaseReport } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { csvFile } from '../../../platform/csv.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit } from '../../services/audit/index.ts';
import { readDeskAlerts } from '../../merchants/fraud/index.ts';
import { readInvoicing } from '../../merchants/invoices/index.ts';
import { CSV_COLUMNS_ABOUT, pagesAbout } from '../transactions/index.ts';
import { drawReport } from './draw-report.ts';
import { listReports } from './report-store.ts';
import { listAlertIds, type LockedCase } from './store.ts';
import { readIdentity } from './subject-store.ts';
import { requireCase, type Worked } from './work-case.ts';

type Download = Worked & { reportId: string };

/**
 * Writes the transactions of a report as CSV. The audit log records the download.
 * @throws Refusal not_found
 */
export async function reportCsv(deps: Pick<Deps, 'db'>, download: Download): Promise<FileAnswer> {
  const { found, report } = await recordDownload(deps, download, 'csv');
  return csvFile(fileNameOf(found, report), CSV_COLUMNS_ABOUT, pagesAbout(deps.db, found, report));
}

/**
 * Makes the report to sign, as PDF. The audit log records the download.
 * @throws Refusal not_found
 */
export async function reportPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  download: Download,
): Promise<FileAnswer> {
  const { db } = deps;
  const { found, report } = await recordDownload(deps, download, 'pdf');
  const [alerts, identityNow, invoicing] = await Promise.all([
    listAlertIds(db, download.caseId).then((ids) => readDeskAlerts(db, ids)),
    readIdentity(db, found),
    readInvoicing(db),
  ]);
  const content = drawReport(deps, {
    caseNumber: found.number,
    report,
    institution: invoicing?.seller,
    identity: found.identity,
    identityNow,
    alerts,
    pages: pagesAbout(db, found, report),
  });
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `${fileNameOf(found, report)}.pdf`,
    content,
  });
}

function recordDownload(
  { db }: Pick<Deps, 'db'>,
  { reportId, ...worked }: Download,
  format: 'pdf' | 'csv',
): Promise<{ found: LockedCase; report: FraudCaseReport }> {
  return inTransaction(db, async (tx) => {
    const found = await requireCase(tx, worked);
    const report = (await listReports(tx, worked.caseId)).find((one) => one.reportId === reportId);
    if (!report) throw new Refusal('not_found');
    await recordAudit(tx, worked.auditor, {
      action: 'fraud-case.report-downloaded',
      subjectKind: 'fraud-case',
      subjectId: worked.caseId,
      after: { report: report.number, format },
    });
    return { found, report };
  });
}

function fileNameOf({ number }: LockedCase, report: FraudCaseReport): string {
  return `report-${number}-${report.number}`;
}
