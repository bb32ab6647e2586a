import { queryReconciliationItem } from '@zawadi/contract/reconciliation-items';
import type { ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRights } from '../use-rights.ts';
import { BookItem } from './book-item.tsx';
import { ExplainItem } from './explain-item.tsx';
import { ItemFacts } from './item-facts.tsx';
import { itemName } from './reconciliation-words.ts';
import { useRefreshReconciliation } from './use-reconciliation.ts';

type ItemDialogProps = { item: ReconciliationItem; onClose: () => void };

/** One payment as both sides have it, and while it is open what can be done about it. */
export function ItemDialog({ item, onClose }: ItemDialogProps) {
  const { mayMoveMoney } = useRights();
  const [asking, setAsking] = useState<'book' | 'explain'>();
  if (asking === 'book') return <BookItem item={item} onClose={onClose} />;
  if (asking === 'explain') return <ExplainItem item={item} onClose={onClose} />;
  const canBeSettled = mayMoveMoney && item.status === 'open';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={itemName(item)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {canBeSettled && (
            <>
              <Button variant="secondary" onClick={() => setAsking('explain')}>
                Explain
              </Button>
              <Button onClick={() => setAsking('book')}>Correct the ledger</Button>
            </>
          )}
        </>
      }
    >
      <ItemFacts item={item} />
      {canBeSettled && item.kind === 'payment' && <AskMpesa item={item} />}
    </Dialog>
  );
}

function AskMpesa({ item: { itemId } }: { item: ReconciliationItem }) {
  const refresh = useRefreshReconciliation();
  return (
    <div>
      <ActionButton
        busyLabel="Asking..."
        carryOut={async () => {
          const { asked, item } = await call(queryReconciliationItem, { body: { itemId } });
          await refresh();
          if (item.status === 'agrees') toast.success('Agrees now', 'M-PESA’s answer was applied.');
          else if (asked === 0)
            toast.success('No payment of ours fits', 'So there is nothing to ask M-PESA about.');
          else
            toast.success('M-PESA was asked', 'What it answers is applied as usual. Look again in a moment.');
        }}
      >
        Ask M-PESA
      </ActionButton>
    </div>
  );
}
