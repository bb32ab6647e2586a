import type { OrderStatus } from '@zawadi/contract/purchases';
import { useEffect, useRef } from 'react';
import { say, type Phrase } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';
import { isSettled } from './order-status.ts';

/**
 * Announces a payment decided while on screen: a toast on completion; otherwise it dismisses the earlier success
 * toast and keeps errors. Silent after a reload.
 * @param isSaid whether a clicked button has already said it
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
