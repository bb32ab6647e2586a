import type { OrderStatus } from '@zawadi/contract/purchases';
import { useEffect, useRef } from 'react';
import { say, type Phrase } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';
import { isSettled } from './order-status.ts';

/**
 * Shows a toast when a payment completes while it is on the screen. When a payment is canceled, dismisses the earlier
 * success toast and keeps error toasts. After a reload, does nothing.
 * @param isSaid whether a clicked button has already shown the result
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
