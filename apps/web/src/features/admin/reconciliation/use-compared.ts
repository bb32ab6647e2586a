import { useNavigate } from '@tanstack/react-router';
import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import { toast } from '../../../ui/toast.tsx';
import { useRefreshReconciliation } from './use-reconciliation.ts';

/** Returns a function that shows the result of a comparison in a toast and opens the comparison's page. */
export function useCompared(): (run: ReconciliationRun) => Promise<void> {
  const navigate = useNavigate();
  const refresh = useRefreshReconciliation();
  return async ({ runId, openItems, lines }) => {
    const compared = `${lines.toLocaleString('en-KE')} lines were compared.`;
    if (openItems === 0) toast.success('Statement and ledger agree', compared);
    else toast.success('Differences were found', compared);
    await refresh();
    await navigate({ to: '/admin/reconciliation/statements/$runId', params: { runId } });
  };
}
