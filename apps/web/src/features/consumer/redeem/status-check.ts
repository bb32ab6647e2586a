import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.tsx';

/** Check Status: asks the server, which asks M-PESA while the result is unknown. */
export type StatusCheck = { run: () => void; isBusy: boolean };

/** Busy only after the button was pressed, not while the screen polls. */
export function useStatusCheck(refetch: () => Promise<{ error: Error | null }>): StatusCheck {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    const { error } = await refetch();
    setIsBusy(false);
    if (error !== null) toast.error(sentenceOf(error));
  };
  return { run: () => void run(), isBusy };
}
