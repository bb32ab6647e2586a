import type { FraudCaseDetail, FraudCaseReport } from '@zawadi/contract/fraud-cases';
import { fraudCaseReportCsv, fraudCaseReportPdf } from '@zawadi/contract/fraud-cases-reports';
import { FileText, Table } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { dayText } from '../../../ui/calendar-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { useDownload } from '../../files/use-download.ts';
import { MaskedText } from '../contacts/masked-text.tsx';
import { useRights } from '../use-rights.ts';
import { FileReport, PrepareReport } from './report-dialogs.tsx';
import './case-reports.css';

type CaseProps = { of: FraudCaseDetail };

/** The suspicious-transaction reports of a case. Only the role administrator prepares, downloads and files them. */
export function CaseReports({ of }: CaseProps) {
  const { isAdministrator } = useRights();
  const [isAsking, setAsking] = useState(false);
  const { reports, closed } = of;
  return (
    <Sheet
      title="Reports"
      action={
        isAdministrator &&
        closed === undefined && (
          <Button variant="quiet" small onClick={() => setAsking(true)}>
            Prepare…
          </Button>
        )
      }
    >
      {reports.length === 0 && <p className="pad small muted">None.</p>}
      <ul className="case-reports">
        {reports.map((report) => (
          <Report key={report.reportId} of={of} report={report} />
        ))}
      </ul>
      {isAsking && <PrepareReport of={of} onClose={() => setAsking(false)} />}
    </Sheet>
  );
}

function Report({ of, report }: CaseProps & { report: FraudCaseReport }) {
  const { isAdministrator } = useRights();
  const [isFiling, setFiling] = useState(false);
  const { reportId, number, from, to, grounds, preparedBy, preparedAt, filed } = report;
  return (
    <li className="pad">
      <b className="strong">
        Report {number}: {dayText(from, 'short')} to {dayText(to, 'short')}
      </b>
      <p className="small grounds">
        <MaskedText
          record={{ kind: 'fraud-case', id: of.caseId, entryId: reportId }}
          label="Grounds"
          text={grounds}
        />
      </p>
      <p className="small muted">
        Prepared by {preparedBy}, <Time at={preparedAt} isMidSentence />.{' '}
        {filed === undefined
          ? 'Not filed yet.'
          : `Filed ${dayText(filed.on, 'short')}, reference ${filed.reference}.`}
      </p>
      {isAdministrator && (
        <div className="row">
          <Files caseId={of.caseId} report={report} />
          <Button variant="secondary" small onClick={() => setFiling(true)}>
            {filed === undefined ? 'Mark as filed…' : 'Correct filing…'}
          </Button>
        </div>
      )}
      {isFiling && <FileReport of={of} report={report} onClose={() => setFiling(false)} />}
    </li>
  );
}

function Files({ caseId, report: { reportId, number } }: { caseId: string; report: FraudCaseReport }) {
  const pdf = useDownload();
  const csv = useDownload();
  const params = { caseId, reportId };
  return (
    <>
      <Button
        variant="secondary"
        small
        aria-label={`PDF to sign, report ${number}`}
        onClick={() => pdf.save(async () => fetchFile(fraudCaseReportPdf, { params }))}
        isBusy={pdf.isBusy}
        busyLabel="Saving..."
      >
        <Icon of={FileText} />
        PDF to sign
      </Button>
      <Button
        variant="secondary"
        small
        aria-label={`Transactions as CSV, report ${number}`}
        onClick={() => csv.save(async () => fetchFile(fraudCaseReportCsv, { params }))}
        isBusy={csv.isBusy}
        busyLabel="Saving..."
      >
        <Icon of={Table} />
        Transactions as CSV
      </Button>
    </>
  );
}
