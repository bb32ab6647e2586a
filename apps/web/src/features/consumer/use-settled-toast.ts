import type { OrderStatus } from '@zawadi/contract/purchases';
import { useEffect, useRef } from 'react';
import { say, type Phrase } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';
import { isSettled } from './order-status.ts';

/**
 * When a payment is decided before one's eyes: says that it is completed, or takes back the good news of before; what went wrong stays to be read.
 * Not again after a reload.
 * @param isSaid whether a pressed button has said it
 */
export function useSettledToast(
  status: OrderStatus | undefined,
  completed: Phrase,
  isSaid?: () => boolean,
): void {
  const before = useRef(status);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== status;
    before.current = status;
    if (!hasChanged || status === undefined || !isSettled(status) || isSaid?.() === true) return;
    if (status === 'COMPLETED') toast.success(say(completed));
    else toast.clearSuccess();
  }, [status, completed, isSaid]);
}
