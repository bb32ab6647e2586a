import { useMutation } from '@tanstack/react-query';
import { recheckReconciliation } from '@zawadi/contract/reconciliation';
import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import { bookReconciliationCharges } from '@zawadi/contract/reconciliation-items';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRights } from '../use-rights.ts';
import { openText } from './run-words.ts';
import { sayOutcome } from '../say-outcome.ts';
import { useItems, useRefreshReconciliation } from './use-reconciliation.ts';

/** What can be done about everything that is open in a statement. */
export function RunActions({ run: { runId, openItems } }: { run: ReconciliationRun }) {
  const { mayMoveMoney } = useRights();
  const [isBooking, setBooking] = useState(false);
  const charges = useItems({ runId, kind: 'charge', status: 'open' });
  const hasCharges = (charges.data?.pages[0]?.items.length ?? 0) > 0;
  if (!mayMoveMoney || openItems === 0) return null;
  return (
    <div className="actions">
      <Recheck runId={runId} />
      {hasCharges && (
        <Button variant="secondary" onClick={() => setBooking(true)}>
          Book all charges
        </Button>
      )}
      {isBooking && <BookCharges runId={runId} onClose={() => setBooking(false)} />}
    </div>
  );
}

function Recheck({ runId }: { runId: string }) {
  const refresh = useRefreshReconciliation();
  const checking = useMutation({
    mutationFn: () => call(recheckReconciliation, { body: { runId } }),
    onSuccess: async ({ openItems }) => {
      toast.success('Compared again', openItems === 0 ? 'Everything agrees.' : `${openText(openItems)}.`);
      await refresh();
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button
      variant="secondary"
      isBusy={checking.isPending}
      busyLabel="Comparing..."
      onClick={() => checking.mutate()}
    >
      Compare again
    </Button>
  );
}

function BookCharges({ runId, onClose }: { runId: string; onClose: () => void }) {
  const refresh = useRefreshReconciliation();
  return (
    <ConfirmDialog
      title="Book all charges of this statement?"
      reason="required"
      action="Book charges"
      busyLabel="Booking..."
      confirm={async (reason) => {
        const { action, charges } = await call(bookReconciliationCharges, { body: { runId, reason } });
        sayOutcome(action, charges === 1 ? '1 charge was booked' : `${charges} charges were booked`);
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <p className="muted">
        What M-PESA charged becomes an expense of ours, each by a transfer of its own. From KES 10,000
        together on a second administrator has to approve it.
      </p>
    </ConfirmDialog>
  );
}
