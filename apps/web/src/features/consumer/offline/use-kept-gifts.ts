import { useQuery, useQueryClient } from '@tanstack/react-query';
import { receivedGifts, showCode, type ReceivedGift } from '@zawadi/contract/vouchers-gifts';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useUser } from '../../session/session.tsx';
import { keepGifts, readOfflineCopy, stopKeepingGifts, type KeptGift } from './offline-copy.ts';

/** As many as a person shows at a till; the rest is a press away once there is a network. */
const MOST_GIFTS = 20;

/** Whether this device keeps gifts with their codes, and the switch. While it does, they are brought up to date. */
export function useKeptGifts() {
  const { firstName, lastName } = useUser();
  const queries = useQueryClient();
  const [isOn, setOn] = useState(() => readOfflineCopy()?.gifts !== undefined);
  const keeping = useQuery({
    // Under the topic of vouchers, so that a gift that is spent or comes is seen.
    queryKey: KEPT,
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const { gifts } = await call(receivedGifts, { query: { show: 'open', limit: MOST_GIFTS }, signal });
      const kept = await withCodes(gifts, `${firstName} ${lastName}`);
      keepGifts(kept);
      return kept.length;
    },
  });
  const change = (next: boolean) => {
    setOn(next);
    if (next) return keepGifts([]);
    stopKeepingGifts();
    queries.removeQueries({ queryKey: KEPT });
  };
  return { isOn, change, count: keeping.data, isKeeping: isOn && keeping.isFetching, error: keeping.error };
}

const KEPT = ['voucher', 'kept-on-this-device'];

async function withCodes(gifts: readonly ReceivedGift[], recipientName: string): Promise<KeptGift[]> {
  const known = new Map(readOfflineCopy()?.gifts?.list.map((gift) => [gift.voucherId, gift.code]));
  const kept: KeptGift[] = [];
  for (const { voucherId, senderName, message, cloth, value, balance, expiresAt } of gifts) {
    const code = known.get(voucherId) ?? (await call(showCode, { body: { voucherId } })).code;
    kept.push({ voucherId, senderName, recipientName, message, cloth, value, balance, expiresAt, code });
  }
  return kept;
}
