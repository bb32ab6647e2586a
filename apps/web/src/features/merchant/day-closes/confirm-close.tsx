import { useQueryClient } from '@tanstack/react-query';
import { confirmDayClose, type DayClose } from '@zawadi/contract/day-closes';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { signedKes } from './day-close-text.ts';

type ConfirmCloseProps = {
  close: DayClose;
  onConfirmed: (close: DayClose) => void;
  onClose: () => void;
};

/** Confirms that the cash was handed over. A note is required if there is a difference. */
export function ConfirmClose({ close, onConfirmed, onClose }: ConfirmCloseProps) {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const { closeId, number, counted, difference } = close;
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.dayCloses });
    void queries.invalidateQueries({ queryKey: queryKeys.merchantOverview });
  };
  const check = () => {
    const isMissing = difference !== 0 && note.trim() === '';
    setProblem(isMissing ? say('Please write what you found.') : undefined);
    return !isMissing;
  };
  return (
    <ConfirmDialog
      title={say('Confirm day close no. {number}?', { number })}
      action={say('Confirm')}
      check={check}
      confirm={async () => call(confirmDayClose, { params: { closeId }, body: { note: note.trim() } })}
      onDone={(confirmed) => {
        toast.success(say('Day close confirmed'));
        refresh();
        onConfirmed(confirmed);
      }}
      onFailed={refresh}
      fallback={say('The close was not confirmed. Please try again.')}
      onClose={onClose}
    >
      <p>
        {difference === 0
          ? say('You received {amount} in cash, as expected.', { amount: signedKes(counted) })
          : say('You received {amount} in cash. The difference is {difference}.', {
              amount: signedKes(counted),
              difference: signedKes(difference),
            })}
      </p>
      <TextField
        label={say('Note')}
        isOptional={difference === 0}
        help={say('A confirmed close cannot change. Write here if something in it is wrong.')}
        autoComplete="off"
        maxLength={200}
        error={problem}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmDialog>
  );
}
