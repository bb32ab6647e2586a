import { explainReconciliationItem } from '@zawadi/contract/reconciliation-items';
import type { ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import { call } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.tsx';
import { Cents } from '../cents.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { itemName } from './reconciliation-words.ts';
import { useRefreshReconciliation } from './use-reconciliation.ts';

/** Closes an item as it is. */
export function ExplainItem({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
  const refresh = useRefreshReconciliation();
  return (
    <ConfirmDialog
      title={`Leave ${itemName(item)} as it is?`}
      reason="required"
      action="Explain"
      confirm={async (reason) => {
        await call(explainReconciliationItem, { body: { itemId: item.itemId, reason } });
        toast.success('Explained');
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <p className="muted">
        Nothing is posted: M-PESA and the ledger go on differing by{' '}
        <Cents amountCents={item.differenceCents} />. On later statements it stays explained as long as the
        figures are the same.
      </p>
    </ConfirmDialog>
  );
}
