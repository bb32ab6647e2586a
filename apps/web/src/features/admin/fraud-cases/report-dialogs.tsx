import type { FraudCaseDetail, FraudCaseReport } from '@zawadi/contract/fraud-cases';
import { fileFraudCaseReport, prepareFraudCaseReport } from '@zawadi/contract/fraud-cases-reports';
import { refusals } from '@zawadi/contract/refusals';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { DateRange } from '../../../ui/date-range.tsx';
import { FieldNote, TextArea, TextField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { latestDays, problemWithPeriod } from '../../lists/period.ts';
import { useCaseUpdate } from './case-work.ts';

const DAYS_OFFERED = 90;
const LONGEST_GROUNDS = 4_000;
const LONGEST_REFERENCE = 60;

type PrepareReportProps = { of: FraudCaseDetail; onClose: () => void };

/** Asks for period and grounds of a suspicious-transaction report. */
export function PrepareReport({ of: { caseId, about }, onClose }: PrepareReportProps) {
  const keep = useCaseUpdate();
  // One id per dialog, so that a retry prepares no second report.
  const [reportId] = useState(() => newId());
  const [period, setPeriod] = useState(() => latestDays(nairobiDay(new Date()), DAYS_OFFERED));
  const [grounds, setGrounds] = useState('');
  const [isChecked, setChecked] = useState(false);
  const problem = problemWithPeriod(period);
  return (
    <ConfirmDialog
      title={`Prepare a report about ${about.name}?`}
      action="Prepare report"
      busyLabel="Saving..."
      check={() => {
        setChecked(true);
        return problem === undefined && grounds.trim() !== '';
      }}
      confirm={async () =>
        call(prepareFraudCaseReport, { params: { caseId }, body: { reportId, ...period, grounds } })
      }
      onDone={(updated) => {
        keep(updated, 'Report prepared');
        onClose();
      }}
      onClose={onClose}
    >
      <div className="two">
        <DateRange
          labels={{ from: 'Transactions from', to: 'Until' }}
          days={period}
          onChange={(changed) => setPeriod((former) => ({ ...former, ...changed }))}
        />
      </div>
      <FieldNote id="report-period" error={problem && refusals[problem].message} />
      <TextArea
        label="Why are these transactions suspicious?"
        help="The report prints these words. They cannot be changed later."
        rows={6}
        maxLength={LONGEST_GROUNDS}
        value={grounds}
        error={isChecked && grounds.trim() === '' ? 'Please say why' : undefined}
        onChange={({ target }) => setGrounds(target.value)}
      />
      <p className="small muted">Nothing is sent. You download the report and file it yourself.</p>
    </ConfirmDialog>
  );
}

type FileReportProps = PrepareReportProps & { report: FraudCaseReport };

/** Asks for day and reference of a filed report, or corrects them. */
export function FileReport({
  of: { caseId },
  report: { reportId, number, filed },
  onClose,
}: FileReportProps) {
  const keep = useCaseUpdate();
  const [today] = useState(() => nairobiDay(new Date()));
  const [filedOn, setFiledOn] = useState(filed?.on ?? today);
  const [reference, setReference] = useState(filed?.reference ?? '');
  const [isChecked, setChecked] = useState(false);
  return (
    <ConfirmDialog
      title={`Was report ${number} filed?`}
      action="Save filing"
      busyLabel="Saving..."
      check={() => {
        setChecked(true);
        return filedOn !== '' && reference.trim() !== '';
      }}
      confirm={async () =>
        call(fileFraudCaseReport, { params: { caseId, reportId }, body: { filedOn, reference } })
      }
      onDone={(updated) => {
        keep(updated, 'Filing saved');
        onClose();
      }}
      onClose={onClose}
    >
      <DateField
        label="Filed on"
        value={filedOn}
        max={today}
        error={isChecked && filedOn === '' ? 'Please choose the day' : undefined}
        onChange={setFiledOn}
      />
      <TextField
        label="Reference of the Financial Reporting Centre"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_REFERENCE}
        value={reference}
        error={isChecked && reference.trim() === '' ? 'Please type the reference' : undefined}
        onChange={({ target }) => setReference(target.value)}
      />
    </ConfirmDialog>
  );
}
