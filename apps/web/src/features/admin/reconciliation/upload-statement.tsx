import { useMutation } from '@tanstack/react-query';
import { statementAccount, uploadStatement } from '@zawadi/contract/reconciliation';
import type { StatementAccount } from '@zawadi/contract/reconciliation';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { DateRange } from '../../../ui/date-range.tsx';
import type { Days } from '../../../ui/date-range.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ACCOUNT_OPTIONS } from './reconciliation-words.ts';
import { asCsv, problemWithStatement } from './statement-form.ts';
import { StatementRefused } from './statement-refused.tsx';
import { useCompared } from './use-compared.ts';
import '../../lists/lists.css';
import './reconciliation.css';

/** Sends a statement of M-PESA's portal to be compared; the same file twice is one comparison. */
export function UploadStatement({ onClose }: { onClose: () => void }) {
  const [account, setAccount] = useState<StatementAccount>('collection');
  const [file, setFile] = useState<File>();
  const [days, setDays] = useState<Days>({});
  const [problem, setProblem] = useState<string>();
  const showCompared = useCompared();
  const sending = useMutation({
    mutationFn: async (statement: File) =>
      call(uploadStatement, {
        params: { account },
        query: {
          fileName: statement.name.slice(0, 200),
          from: days.from || undefined,
          to: days.to || undefined,
        },
        body: asCsv(statement),
      }),
    onSuccess: showCompared,
  });
  return (
    <FormDialog
      title="Upload an M-PESA statement"
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
        A CSV of M-PESA’s organisation portal, of whole days. No money moves, and nothing in the ledger
        changes.
      </p>
      {sending.isError && <StatementRefused error={sending.error} />}
      <SelectField
        label="Account at M-PESA"
        options={ACCOUNT_OPTIONS}
        value={account}
        onChange={({ target }) => setAccount(statementAccount.catch(account).parse(target.value))}
      />
      <TextField
        label="Statement"
        className="statement-file"
        type="file"
        accept=".csv,text/csv,text/plain"
        error={problem}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setProblem(undefined);
        }}
      />
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
