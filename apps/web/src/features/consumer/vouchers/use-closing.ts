import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../api/query-keys.ts';

/** Refetches when the dialog closes: after a refusal the gift may have been sent in the meantime. */
export function useClosing(onClose: () => void) {
  const queries = useQueryClient();
  const close = () => {
    for (const queryKey of [queryKeys.vouchers, queryKeys.purchases, queryKeys.wallet]) {
      void queries.invalidateQueries({ queryKey });
    }
    onClose();
  };
  return { onDone: close, onClose: close };
}
