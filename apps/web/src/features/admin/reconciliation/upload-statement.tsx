import { useMutation } from '@tanstack/react-query';
import {
  STATEMENT_BYTES_AT_MOST,
  statementAccount,
  uploadStatement,
  type BankColumns,
  type StatementAccount,
} from '@zawadi/contract/reconciliation';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { DateRange, type Days } from '../../../ui/date-range.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { BankColumnFields, unknownHeadings } from './bank-column-fields.tsx';
import { ACCOUNT_OPTIONS } from './reconciliation-words.ts';
import { useCompared } from './use-compared.ts';
import '../../lists/lists.css';
import './reconciliation.css';

const MEDIA_TYPES: readonly string[] = uploadStatement.upload.mediaTypes;

/** Uploads a statement of M-PESA or the bank for comparison. Uploading the same file twice makes only one comparison. */
export function UploadStatement({ onClose }: { onClose: () => void }) {
  const [account, setAccount] = useState<StatementAccount>('collection');
  const [file, setFile] = useState<File>();
  const [days, setDays] = useState<Days>({});
  const [columns, setColumns] = useState<BankColumns>({});
  const [problem, setProblem] = useState<string>();
  const showCompared = useCompared();
  const isOfBank = account === 'bank';
  const sending = useMutation({
    mutationFn: async (statement: File) =>
      call(uploadStatement, {
        params: { account },
        query: {
          fileName: statement.name.slice(0, 200),
          from: days.from || undefined,
          to: days.to || undefined,
          ...(isOfBank && columns),
        },
        body: withMediaType(statement),
      }),
    onSuccess: showCompared,
  });
  const headings = isOfBank ? unknownHeadings(sending.error) : [];
  return (
    <FormDialog
      title="Upload a statement"
      action="Upload and compare"
      busyLabel="Comparing..."
      isBusy={sending.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemWithStatement(file);
        setProblem(found);
        if (found === undefined && file !== undefined && !sending.isPending) sending.mutate(file);
      }}
      onClose={onClose}
    >
      <p className="muted">
        A CSV or Excel file (.xlsx) of whole days, from M-PESA’s organisation portal or the bank. No money
        moves.
      </p>
      {sending.isError && <StatementRefused error={sending.error} isColumns={headings.length > 0} />}
      <SelectField
        label="Account"
        options={ACCOUNT_OPTIONS}
        value={account}
        onChange={({ target }) => setAccount(statementAccount.catch(account).parse(target.value))}
      />
      <TextField
        label="Statement"
        className="statement-file"
        type="file"
        accept={['.csv', '.xlsx', ...MEDIA_TYPES].join(',')}
        error={problem}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setColumns({});
          sending.reset();
          setProblem(undefined);
        }}
      />
      {headings.length > 0 && (
        <BankColumnFields
          headings={headings}
          columns={columns}
          onChange={(changed) => setColumns((former) => ({ ...former, ...changed }))}
        />
      )}
      <div className="two">
        <DateRange
          labels={{ from: 'First day', to: 'Last day' }}
          days={days}
          onChange={(changed) => setDays((former) => ({ ...former, ...changed }))}
        />
      </div>
      <p className="help">Needed only where the file itself does not say which days it covers.</p>
    </FormDialog>
  );
}

/** Returns the problem with a chosen statement file before it is sent; undefined if there is none. */
export function problemWithStatement(file: File | undefined): string | undefined {
  if (file === undefined) return 'Please choose a statement';
  if (file.size === 0) return 'This file is empty.';
  if (file.size > STATEMENT_BYTES_AT_MOST)
    return 'Please choose a file of at most 12 MB, or a shorter period.';
  return undefined;
}

/** Sends a file as CSV if its media type is none of a statement: Windows often knows none. */
export function withMediaType(file: File): File {
  return MEDIA_TYPES.includes(file.type) ? file : new File([file], file.name, { type: 'text/csv' });
}

/** Shows why a statement was refused, line by line if the server lists lines. */
function StatementRefused({ error, isColumns }: { error: Error; isColumns: boolean }) {
  const isRefused = error instanceof CallRefused;
  const faults = isRefused && !isColumns ? error.fields : [];
  return (
    <Alert tone="danger" isLive>
      {sentenceOf(error)} {isRefused && 'Nothing was stored.'}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
