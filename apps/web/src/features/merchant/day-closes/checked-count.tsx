import { useQueryClient } from '@tanstack/react-query';
import { closeDay, type checkCount, type DayClose } from '@zawadi/contract/day-closes';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { figureRows, signedKes } from './day-close-text.ts';

/** A count that the server has compared with the expected cash. */
export type Checked = CallAnswer<typeof checkCount> & { note: string };

type CheckedCountProps = { checked: Checked; onBack: () => void; onClosed: (close: DayClose) => void };

/** Shows the difference before the day is closed. Every press of one dialog is the same attempt, and closes once. */
export function CheckedCount({ checked, onBack, onClosed }: CheckedCountProps) {
  const [attemptId] = useState(() => newId());
  const queries = useQueryClient();
  const { placeId, till, counted, difference, note, redemptions, reversals, net, cash } = checked;
  const refresh = () => void queries.invalidateQueries({ queryKey: queryKeys.dayCloses });
  return (
    <ConfirmDialog
      title={difference === 0 ? say('The cash is as expected') : say('The cash differs')}
      action={say('Close my day')}
      dismiss={say('Back')}
      busyLabel={say('Closing...')}
      confirm={async () =>
        call(closeDay, {
          body: {
            placeId,
            till,
            attemptId,
            counted,
            note,
            seen: { redemptions, reversals, net, cash },
          },
        })
      }
      onDone={(closed) => {
        toast.success(say('Day closed'));
        refresh();
        onClosed(closed);
      }}
      onFailed={refresh}
      fallback={say('Your day is not closed yet. Please try again.')}
      onClose={onBack}
    >
      <SumList
        rows={[
          ...figureRows(checked),
          { label: say('Counted cash'), value: formatKes(counted) },
          { label: say('Difference'), value: signedKes(difference), isTotal: true },
        ]}
      />
      {note !== '' && <p className="small">{note}</p>}
      <p className="small muted">
        {say('A closed day cannot change. Later redemptions count in the next close.')}
      </p>
    </ConfirmDialog>
  );
}
