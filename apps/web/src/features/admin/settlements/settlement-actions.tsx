import { checkSettlement, type AdminSettlement } from '@zawadi/contract/settlements-admin';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { useRights } from '../use-rights.ts';
import { MarkDialog } from './mark-dialog.tsx';
import { CancelDialog, PayDialog } from './pay-dialogs.tsx';

/** What a person can do about a batch, as far as its state and the role go. */
export function SettlementActions({ settlement }: { settlement: AdminSettlement }) {
  const { mayMoveMoney, mayAskAgain } = useRights();
  const [asking, setAsking] = useState<'pay' | 'cancel' | 'mark'>();
  const close = () => setAsking(undefined);
  const { status, method, isFrozen, openDecision, failureReason } = settlement;
  const isPending = status === 'Pending';
  const isProcessing = status === 'Processing';
  return (
    <>
      {isProcessing && method !== 'bank-file' && mayAskAgain && <Check batchId={settlement.batchId} />}
      {isProcessing && openDecision === undefined && mayMoveMoney && (
        <Button variant="secondary" small onClick={() => setAsking('mark')}>
          Mark…
        </Button>
      )}
      {isPending && mayMoveMoney && (
        <Button variant="secondary" small onClick={() => setAsking('cancel')}>
          Cancel batch
        </Button>
      )}
      {isPending && !isFrozen && mayMoveMoney && (
        <Button small onClick={() => setAsking('pay')}>
          {failureReason === undefined ? 'Approve' : 'Try again'}
        </Button>
      )}
      {asking === 'pay' && <PayDialog settlement={settlement} onClose={close} />}
      {asking === 'cancel' && <CancelDialog settlement={settlement} onClose={close} />}
      {asking === 'mark' && <MarkDialog settlement={settlement} onClose={close} />}
    </>
  );
}

function Check({ batchId }: Pick<AdminSettlement, 'batchId'>) {
  const refresh = useRefreshMoney();
  return (
    <ActionButton
      busyLabel="Asking..."
      carryOut={async () => {
        const { status } = await call(checkSettlement, { body: { batchId } });
        if (status === 'Processing')
          toast.success('M-PESA was asked', 'What it answers appears here by itself.');
        await refresh();
      }}
    >
      <Icon of={RefreshCw} />
      Ask M-PESA again
    </ActionButton>
  );
}
