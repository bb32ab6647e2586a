import type { OrderStatus } from '@zawadi/contract/purchases';
import { useEffect, useRef } from 'react';
import { say, type Phrase } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';

/** Says that a payment is completed when it becomes so before one's eyes; not again after a reload. One that is canceled ends the good news before it. */
export function useCompletedToast(status: OrderStatus | undefined, sentence: Phrase): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== undefined && before.current !== 'COMPLETED' && status === 'COMPLETED')
      toast.success(say(sentence));
    if (before.current !== status && status === 'CANCELED') toast.clearSuccess();
    before.current = status;
  }, [status, sentence]);
}
