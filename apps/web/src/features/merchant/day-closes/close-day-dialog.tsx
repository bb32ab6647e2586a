import { useQuery } from '@tanstack/react-query';
import { openDays, type DayClose, type OpenDay } from '@zawadi/contract/day-closes';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchant } from '../../session/session.tsx';
import { thisTill } from '../redemptions/till-place.ts';
import { CheckedCount, type Checked } from './checked-count.tsx';
import { CountCash } from './count-cash.tsx';
import { DayCloseDialog } from './day-close-dialog.tsx';

/** Closes the person's day in three steps: count the cash, confirm the difference, print the paper. */
export function CloseDayDialog({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Checked>();
  const [closed, setClosed] = useState<DayClose>();
  const open = useQuery({
    queryKey: queryKeys.openDays,
    queryFn: ({ signal }) => call(openDays, { signal }),
    staleTime: 0,
  });
  const { merchantCode } = useMerchant();
  if (closed !== undefined) return <DayCloseDialog close={closed} onChanged={setClosed} onClose={onClose} />;
  if (checked !== undefined) {
    return <CheckedCount checked={checked} onBack={() => setChecked(undefined)} onClosed={setClosed} />;
  }
  const days = open.isFetching && open.data === undefined ? undefined : open.data?.open;
  if (days === undefined || days.length === 0) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={say('Close my day')}
        actions={
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
        }
      >
        {days !== undefined && <p>{say('You have redeemed nothing since your last close.')}</p>}
        {days === undefined && open.isError && (
          <LoadFailure of={open}>{say('Nothing was closed.')}</LoadFailure>
        )}
        {days === undefined && !open.isError && <FactsSkeleton rows={6} />}
      </Dialog>
    );
  }
  return (
    <CountCash
      days={days}
      first={days.find((day) => isHere(day, thisTill(merchantCode))) ?? days[0]}
      onChecked={setChecked}
      onClose={onClose}
    />
  );
}

function isHere(day: OpenDay, here: ReturnType<typeof thisTill>): boolean {
  return day.till === here.till && (here.placeId === undefined || day.placeId === here.placeId);
}
