import type { OrderStatus } from '@zawadi/contract/payments';
import { useEffect, useRef } from 'react';
import { toast } from '../../ui/toast.tsx';

/** Says that a payment is completed when it becomes so before one's eyes; not again after a reload. */
export function useCompletedToast(status: OrderStatus | undefined, sentence: string): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== undefined && before.current !== 'COMPLETED' && status === 'COMPLETED')
      toast.success(sentence);
    before.current = status;
  }, [status, sentence]);
}
