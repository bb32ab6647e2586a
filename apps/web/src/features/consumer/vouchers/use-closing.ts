import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../api/query-keys.ts';

/**
 * Returns a function that closes the dialog and refetches: the server may have refused because the gift was just sent.
 */
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
