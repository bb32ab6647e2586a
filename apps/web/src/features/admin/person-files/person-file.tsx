import type { AdminUser } from '@zawadi/contract/admin-users';
import { fileReceiver, personFileCsv, personFilePdf, type FileReceiver } from '@zawadi/contract/person-files';
import { refusals } from '@zawadi/contract/refusals';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { DateRange } from '../../../ui/date-range.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { latestDays } from '../../lists/period.ts';
import { fullNameOf } from '../users/user-words.ts';

const DAYS_OFFERED = 365;

const RECEIVERS: Record<FileReceiver, string> = {
  person: 'The person',
  tax_authority: 'Kenya Revenue Authority',
  police: 'Police',
  court: 'Court',
};

const FORMATS = [
  { value: 'pdf', label: 'PDF', help: 'To print and to sign. The newest 500 transactions.' },
  { value: 'csv', label: 'CSV', help: 'For a spreadsheet. All transactions.' },
] as const;

/** Downloads a consumer's identity and transactions for the person or an authority. */
export function PersonFile({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { userId } = user;
  const [receiver, setReceiver] = useState<FileReceiver>('person');
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf');
  const [period, setPeriod] = useState(() => latestDays(nairobiDay(new Date()), DAYS_OFFERED));
  const isReversed = period.from > period.to;
  return (
    <ConfirmDialog
      title={`Download the file of ${fullNameOf(user)}?`}
      reason="required"
      action="Download file"
      busyLabel="Downloading..."
      check={() => !isReversed && period.from !== '' && period.to !== ''}
      confirm={async (reason) => {
        const input = { params: { userId }, body: { receiver, ...period, reason } };
        saveFile(await fetchFile(format === 'pdf' ? personFilePdf : personFileCsv, input));
      }}
      onDone={onClose}
      onClose={onClose}
    >
      <p className="muted">
        It has the name, the contacts and every transaction with the other party. The person’s own copy masks
        the contacts of others. The audit log keeps who downloaded it, for whom and why.
      </p>
      <SelectField
        label="Who gets it?"
        options={fileReceiver.options.map((value) => ({ value, label: RECEIVERS[value] }))}
        value={receiver}
        onChange={({ target }) => setReceiver(fileReceiver.parse(target.value))}
      />
      <div className="two">
        <DateRange
          labels={{ from: 'Transactions from', to: 'Until' }}
          days={period}
          onChange={(changed) => setPeriod((former) => ({ ...former, ...changed }))}
        />
      </div>
      <FieldNote id="file-period" error={isReversed ? refusals.period_reversed.message : undefined} />
      <RadioList label="Format" options={FORMATS} value={format} onChange={setFormat} />
    </ConfirmDialog>
  );
}
