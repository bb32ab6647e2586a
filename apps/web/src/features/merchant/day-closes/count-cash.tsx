import { useMutation } from '@tanstack/react-query';
import { checkCount, type OpenDay } from '@zawadi/contract/day-closes';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import type { Checked } from './checked-count.tsx';
import { figureRows, useDrawerText } from './day-close-text.ts';

type CountCashProps = {
  days: readonly OpenDay[];
  /** The day that is chosen at first. */
  first: OpenDay | undefined;
  onChecked: (checked: Checked) => void;
  onClose: () => void;
};

const keyOf = ({ placeId, till = '' }: OpenDay) => `${placeId} ${till}`;

/** Figures of one place and till, and the fields for the counted cash. The server computes the difference. */
export function CountCash({ days, first, onChecked, onClose }: CountCashProps) {
  const drawerText = useDrawerText();
  const [key, setKey] = useState(first && keyOf(first));
  const [counted, setCounted] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const day = days.find((one) => keyOf(one) === key) ?? days[0];
  const checking = useMutation({
    mutationFn: async ({ placeId, till }: OpenDay) =>
      call(checkCount, { query: { placeId, till, counted: shillingsTyped(counted) } }),
    onSuccess: (checked) => onChecked({ ...checked, note: note.trim() }),
  });
  if (day === undefined) return null;
  const submit = () => {
    const isAmount = Number.isSafeInteger(shillingsTyped(counted));
    setProblem(isAmount ? undefined : say('Please enter the amount that you counted'));
    if (isAmount && !checking.isPending) checking.mutate(day);
  };
  return (
    <FormDialog
      title={say('Close my day')}
      action={say('Check the count')}
      busyLabel={say('Checking...')}
      isBusy={checking.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {days.length > 1 ? (
        <SelectField
          label={say('Till')}
          options={days.map((one) => ({ value: keyOf(one), label: drawerText(one) }))}
          value={keyOf(day)}
          onChange={({ target }) => setKey(target.value)}
        />
      ) : (
        <p className="strong">{drawerText(day)}</p>
      )}
      <p className="small muted">
        {say('Your own redemptions since {time}', { time: exactTimeText(new Date(day.since)) })}
      </p>
      <SumList rows={figureRows(day)} />
      <p className="small muted">
        {say('Bank card, M-PESA and cash are the rest of bills that a voucher paid in part.')}
      </p>
      <MoneyField
        label={say('Counted cash')}
        help={say('Count only the cash of these bills. Enter 0 if there is none.')}
        error={problem}
        value={counted}
        onChange={({ target }) => setCounted(target.value)}
      />
      <TextField
        label={say('Note')}
        isOptional
        autoComplete="off"
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {checking.isError && (
        <Alert tone="danger" isLive>
          {sentenceOf(checking.error, say('The count was not checked. Please try again.'))}
        </Alert>
      )}
    </FormDialog>
  );
}
