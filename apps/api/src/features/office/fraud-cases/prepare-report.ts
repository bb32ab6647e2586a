import type {
  fileFraudCaseReport,
  FraudCaseDetail,
  HandlerInput,
  prepareFraudCaseReport,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { periodOnPaper } from '../../money/receipts/index.ts';
import { daysOf } from '../reports/index.ts';
import { insertReport, listReports, setFiled } from './report-store.ts';
import { addEvent, work, type Worked } from './work-case.ts';

/**
 * Prepares a suspicious-transaction report: stores its period and the grounds in the administrator's words.
 * @throws Refusal not_found, fraud_case_closed, period_reversed, period_invalid for more than a year
 */
export async function prepareReport(
  db: Db,
  { reportId, from, to, grounds, ...worked }: Worked & HandlerInput<typeof prepareFraudCaseReport>['body'],
): Promise<FraudCaseDetail> {
  daysOf({ from, to });
  return work(db, worked, async (tx, found) => {
    const { caseId, auditor } = worked;
    const { administratorId } = auditor;
    if (found.outcome !== null) throw new Refusal('fraud_case_closed');
    const number = await insertReport(tx, { caseId, reportId, from, to, grounds, administratorId });
    if (number === undefined) return undefined;
    await addEvent(tx, worked, {
      kind: 'prepared',
      text: `Report ${number}, ${periodOnPaper({ from, to })}`,
    });
    return { action: 'fraud-case.report-prepared', after: { report: number, from, to } };
  });
}

/**
 * Records day and reference of the filing, and marks the case as reported. Also corrects them; the history keeps both.
 * @throws Refusal not_found, filed_later for a day in the future
 */
export async function fileReport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    reportId,
    filedOn,
    reference,
    ...worked
  }: Worked & { reportId: string } & HandlerInput<typeof fileFraudCaseReport>['body'],
): Promise<FraudCaseDetail> {
  if (filedOn > nairobiDay(clock.now())) throw new Refusal('filed_later');
  return work(db, worked, async (tx) => {
    const { caseId } = worked;
    const report = (await listReports(tx, caseId)).find((one) => one.reportId === reportId);
    if (!report) throw new Refusal('not_found');
    const { filed, number } = report;
    if (filed?.on === filedOn && filed.reference === reference) return undefined;
    await setFiled(tx, { caseId, reportId, filedOn, reference });
    const day = periodOnPaper({ from: filedOn, to: filedOn });
    await addEvent(tx, worked, {
      kind: 'reported',
      text: `Report ${number}, filed ${day}, reference ${reference}`,
    });
    return {
      action: 'fraud-case.report-filed',
      ...(filed && { before: { filedOn: filed.on, reference: filed.reference } }),
      after: { report: number, filedOn, reference },
    };
  });
}
