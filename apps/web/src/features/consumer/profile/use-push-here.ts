import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { isPushOnHere, turnPushOff, turnPushOn } from '../../push/push-here.ts';
import { pushSupport } from '../../push/push-support.ts';
import { useUser } from '../../session/session.tsx';

/** How notifications stand on this device, and the way to change that. */
export function usePushHere() {
  const { id } = useUser();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const support = pushSupport();
  const status = useQuery({
    queryKey: queryKeys.push,
    enabled: support === 'ready',
    queryFn: ({ signal }) => isPushOnHere(signal),
  });
  const change = async (isOn: boolean) => {
    setBusy(true);
    try {
      if (!isOn) await turnPushOff();
      else if ((await turnPushOn(id)) === 'unreachable') {
        toast.error(say('This browser cannot reach its notification service. Please try again later.'));
      }
    } catch (error) {
      toast.error(sentenceOf(error));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: queryKeys.push });
      await queries.invalidateQueries({ queryKey: queryKeys.devices });
    }
  };
  return { support, isOn: status.data, isBusy, change: (isOn: boolean) => void change(isOn) };
}
