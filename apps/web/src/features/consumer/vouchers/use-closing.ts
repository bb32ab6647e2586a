import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../api/query-keys.ts';

/** What is shown is asked for again when the dialog goes: after a refusal the gift may have been sent meanwhile. */
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
