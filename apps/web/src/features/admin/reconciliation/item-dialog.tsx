import {
  bookReconciliationItem,
  explainReconciliationItem,
  queryReconciliationItem,
  type Correction,
  type ReconciliationItem,
} from '@zawadi/contract/reconciliation-items';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRights } from '../use-rights.ts';
import { Cents } from '../cents.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { BookReversalDialog } from '../voucher-actions/book-reversal.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { ItemFacts } from './item-facts.tsx';
import { correctionsOf, itemName, keeperOf } from './reconciliation-words.ts';
import { Suggestions } from './suggestions.tsx';
import { useRefreshReconciliation } from './use-reconciliation.ts';

type ItemDialogProps = { item: ReconciliationItem; onClose: () => void };

/** One payment as M-PESA and the ledger record it, with actions while it is open. */
export function ItemDialog({ item, onClose }: ItemDialogProps) {
  const { mayMoveMoney } = useRights();
  const [asking, setAsking] = useState<'book' | 'explain' | 'reversal'>();
  const refresh = useRefreshReconciliation();
  if (asking === 'book') return <BookItem item={item} onClose={onClose} />;
  if (asking === 'reversal' && item.payment !== undefined) {
    const { transactionId } = item.payment;
    return (
      <BookReversalDialog
        transaction={{ transactionId, amount: -item.theirsCents / 100 }}
        receipt={item.receipt}
        onClose={() => {
          onClose();
          void refresh();
        }}
      />
    );
  }
  if (asking === 'explain') return <ExplainItem item={item} onClose={onClose} />;
  const canBeSettled = mayMoveMoney && item.status === 'open';
  const canBeBooked = item.corrections.length > 0;
  const isTakenBack = item.payment?.isTakenBack === true;
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
              <Button
                variant={canBeBooked || isTakenBack ? 'secondary' : 'primary'}
                onClick={() => setAsking('explain')}
              >
                Explain
              </Button>
              {canBeBooked && <Button onClick={() => setAsking('book')}>Correct the ledger</Button>}
              {isTakenBack && <Button onClick={() => setAsking('reversal')}>M-PESA took it back…</Button>}
            </>
          )}
        </>
      }
    >
      <ItemFacts item={item} />
      {item.suggestions.length > 0 && <Suggestions item={item} mayAct={canBeSettled} onDone={onClose} />}
      {canBeSettled && item.kind === 'payment' && item.account !== 'bank' && <AskMpesa item={item} />}
    </Dialog>
  );
}

function AskMpesa({ item: { itemId } }: { item: ReconciliationItem }) {
  const refresh = useRefreshReconciliation();
  return (
    <div>
      <ActionButton
        busyLabel="Asking..."
        execute={async () => {
          const { asked, item } = await call(queryReconciliationItem, { body: { itemId } });
          await refresh();
          if (item.status === 'agrees') toast.success('Agrees now', 'M-PESA’s answer was applied.');
          else if (asked === 0) toast.success('No payment fits', 'There is nothing to ask M-PESA about.');
          else
            toast.success('M-PESA was asked', 'What it answers is applied as usual. Look again in a moment.');
        }}
      >
        Ask M-PESA
      </ActionButton>
    </div>
  );
}

/** Closes an item with an explanation, without a correction. */
function ExplainItem({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
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
        Nothing is posted: {keeperOf(item.account)} and the ledger still differ by{' '}
        <Cents amountCents={item.differenceCents} />. The item stays explained while the figures are the same.
      </p>
    </ConfirmDialog>
  );
}

/** Books an item's difference in the ledger; existing entries stay unchanged. */
function BookItem({ item, onClose }: { item: ReconciliationItem; onClose: () => void }) {
  const refresh = useRefreshReconciliation();
  const { itemId, differenceCents } = item;
  const options = correctionsOf(item);
  const [correction, setCorrection] = useState<Correction>(options[0]?.value ?? 'suspense');
  return (
    <ConfirmDialog
      title={`Correct the ledger for ${itemName(item)}?`}
      reason="required"
      action="Correct the ledger"
      busyLabel="Booking..."
      confirm={async (reason) => {
        const { action } = await call(bookReconciliationItem, { body: { itemId, correction, reason } });
        toastOutcome(action, 'The ledger was corrected');
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <p className="muted">
        A new transfer of <Cents amountCents={differenceCents} /> is posted.
      </p>
      <EffectOfAction action={{ kind: 'correction', itemId, correction }} />
      <SelectField
        label="Where the difference goes"
        value={correction}
        options={options}
        help={options.find(({ value }) => value === correction)?.effect}
        onChange={({ target }) =>
          setCorrection(options.find(({ value }) => value === target.value)?.value ?? correction)
        }
      />
    </ConfirmDialog>
  );
}
