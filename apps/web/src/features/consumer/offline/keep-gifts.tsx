import { useQuery, useQueryClient } from '@tanstack/react-query';
import { receivedGifts, showCode, type ReceivedGift } from '@zawadi/contract/vouchers-gifts';
import { useRef, useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useUser } from '../../session/session.tsx';
import { keepGifts, readOfflineCopy, stopKeepingGifts, type KeptGift } from './offline-copy.ts';

/** Enough gifts to show at a till; online, the others are one click away. */
const MOST_GIFTS = 20;

const KEPT = ['voucher', 'kept-on-this-device'];

/** Switch that stores gifts on this device, to read them offline. Off by default. */
export function KeepGifts() {
  const { isOn, change, count, isKeeping, error } = useKeptGifts();
  return (
    <Sheet title={say('Use offline')} isPadded>
      <div className="stack">
        <Checkbox
          label={say('Keep my gifts and their codes on this device')}
          checked={isOn}
          onChange={(event) => change(event.target.checked)}
        />
        <p className="small muted">
          {say(
            'You can then show them at a till without network. We encrypt them, and delete them when you log out. Switch this on only on your own phone.',
          )}{' '}
          {say('To keep a later gift here, open it and show its code.')}
        </p>
        <p className="small" role="status">
          {isOn && statusOf({ count, isKeeping, error })}
        </p>
      </div>
    </Sheet>
  );
}

type Keeping = Pick<ReturnType<typeof useKeptGifts>, 'count' | 'isKeeping' | 'error'>;

function statusOf({ count, isKeeping, error }: Keeping): string | undefined {
  if (isKeeping && count === undefined) return say('Loading...');
  if (error !== null) return sentenceOf(error);
  return count === undefined ? undefined : say('Gifts kept: {count}', { count });
}

/**
 * Returns the switch and its state. While the switch is on, keeps this device's copy of the gifts and their codes up to
 * date.
 */
function useKeptGifts() {
  const { firstName, lastName } = useUser();
  const queries = useQueryClient();
  const [isOn, setOn] = useState(() => readOfflineCopy()?.gifts !== undefined);
  const wasPressed = useRef(false);
  const keeping = useQuery({
    // This key starts with the vouchers' key, so that a spent or new gift refreshes this query too.
    queryKey: KEPT,
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const { gifts } = await call(receivedGifts, { query: { show: 'open', limit: MOST_GIFTS }, signal });
      // Storing a gift's code marks the gift as opened. The person allows that for the gifts present when switching on;
      // later gifts are stored only after their recipient has opened them.
      const toKeep = wasPressed.current ? gifts : gifts.filter(({ isOpened }) => isOpened);
      const kept = await withCodes(toKeep, `${firstName} ${lastName}`);
      wasPressed.current = false;
      keepGifts(kept);
      return kept.length;
    },
  });
  const change = (next: boolean) => {
    setOn(next);
    wasPressed.current = next;
    if (next) return keepGifts([]);
    stopKeepingGifts();
    queries.removeQueries({ queryKey: KEPT });
  };
  return { isOn, change, count: keeping.data, isKeeping: isOn && keeping.isFetching, error: keeping.error };
}

async function withCodes(gifts: readonly ReceivedGift[], recipientName: string): Promise<KeptGift[]> {
  const known = new Map(readOfflineCopy()?.gifts?.list.map((gift) => [gift.voucherId, gift.code]));
  const kept: KeptGift[] = [];
  for (const { voucherId, senderName, message, cloth, value, balance, expiresAt } of gifts) {
    const code = known.get(voucherId) ?? (await call(showCode, { body: { voucherId } })).code;
    kept.push({ voucherId, senderName, recipientName, message, cloth, value, balance, expiresAt, code });
  }
  return kept;
}
