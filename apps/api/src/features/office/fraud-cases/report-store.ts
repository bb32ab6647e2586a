import type { FraudCaseReport } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

type ReportRow = Omit<FraudCaseReport, 'filed' | 'preparedAt'> & {
  preparedAt: Date;
  filedOn: string | null;
  reference: string | null;
};

/** Lists the reports of a case, newest first. */
export async function listReports(db: Db, caseId: string): Promise<FraudCaseReport[]> {
  const { rows } = await sql<ReportRow>`
    select r.id as "reportId", r.number, r.first_day::text as "from", r.last_day::text as "to", r.grounds,
      a.name as "preparedBy", r.prepared_at as "preparedAt", r.filed_on::text as "filedOn", r.reference
    from fraud_case_reports r join administrators a on a.id = r.prepared_by
    where r.case_id = ${caseId} order by r.number desc`.execute(db);
  return rows.map(({ preparedAt, filedOn, reference, ...report }) => ({
    ...report,
    preparedAt: preparedAt.toISOString(),
    filed: filedOn === null || reference === null ? undefined : { on: filedOn, reference },
  }));
}

/**
 * Inserts a report. The caller holds the lock of the case.
 * @returns its number; undefined if a report with this id exists
 */
export async function insertReport(
  tx: Transaction,
  report: {
    caseId: string;
    reportId: string;
    from: string;
    to: string;
    grounds: string;
    administratorId: string;
  },
): Promise<number | undefined> {
  const { caseId, reportId, from, to, grounds, administratorId } = report;
  const { rows } = await sql<{ number: number }>`
    insert into fraud_case_reports (case_id, id, number, first_day, last_day, grounds, prepared_by)
    values (${caseId}, ${reportId},
      (select coalesce(max(number), 0) + 1 from fraud_case_reports where case_id = ${caseId}),
      ${from}, ${to}, ${grounds}, ${administratorId})
    on conflict (case_id, id) do nothing returning number`.execute(tx);
  return rows[0]?.number;
}

/** Stores day and reference of the filing, and marks the case as reported. */
export async function setFiled(
  tx: Transaction,
  {
    caseId,
    reportId,
    filedOn,
    reference,
  }: { caseId: string; reportId: string; filedOn: string; reference: string },
): Promise<void> {
  await sql`
    update fraud_case_reports set filed_on = ${filedOn}, reference = ${reference}
    where case_id = ${caseId} and id = ${reportId}`.execute(tx);
  await sql`
    update fraud_cases set reported_at = coalesce(reported_at, moment()) where id = ${caseId}`.execute(tx);
}
