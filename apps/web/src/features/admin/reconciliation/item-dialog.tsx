import {
  bookReconciliationItem,
  explainReconciliationItem,
  queryReconciliationItem,
  type Correction,
  type ReconciliationItem,
} from '@zawadi/contract/reconciliation-items';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { ActionButton } from '../action-button.tsx';
import { useRights } from '../use-rights.ts';
import { Cents } from '../cents.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { isMasked, useContacts } from '../contacts/use-contacts.ts';
import { BookReversalDialog } from '../voucher-actions/book-reversal.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { ACCOUNT_WORDS, correctionsOf, itemName, STATE_HELP, STATE_WORDS } from './reconciliation-words.ts';
import { useRefreshReconciliation } from './use-reconciliation.ts';
import { ItemStatus } from './item-status.tsx';

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
        Nothing is posted: M-PESA and the ledger still differ by <Cents amountCents={item.differenceCents} />.
        The item stays explained while the figures are the same.
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

const PAYMENT_STATES: Record<string, string> = {
  REGISTERED: 'not paid',
  PENDING: 'pending',
  COMPLETED: 'paid',
  CANCELED: 'canceled',
};

function PaymentLink({ payment }: { payment: NonNullable<ReconciliationItem['payment']> }) {
  const { transactionId, billReference, status } = payment;
  return (
    <>
      <Link
        className="code"
        to="/admin/transactions/$type/$transactionId"
        params={{ type: 'Deposit', transactionId }}
      >
        {billReference}
      </Link>
      , {PAYMENT_STATES[status] ?? status}
    </>
  );
}

/** M-PESA's side, the ledger's side, and how the difference was resolved. */
function ItemFacts({ item }: { item: ReconciliationItem }) {
  const { state, status, account, at, details, accountNumber, payment, line, queriedAt, shownBefore } = item;
  const { resolution, closedBy, closedAt, reason } = item;
  const contacts = useContacts({ kind: 'reconciliation-item', id: item.itemId });
  return (
    <>
      <p className="muted">
        <b className="strong">{STATE_WORDS[state]}.</b> {STATE_HELP[state]}
      </p>
      <Facts
        facts={[
          { label: 'Status', value: <ItemStatus status={status} /> },
          { label: 'M-PESA says', value: <Cents amountCents={item.theirsCents} /> },
          { label: 'The ledger says', value: <Cents amountCents={item.oursCents} /> },
          { label: 'Difference', value: <Cents amountCents={item.differenceCents} /> },
          { label: 'Account', value: ACCOUNT_WORDS[account] },
          { label: 'When', value: exactTimeText(new Date(at)) },
          details !== '' && { label: 'Details', value: contacts.textOf('Details', details) },
          accountNumber !== '' && {
            label: 'Account number',
            value: <span className="code">{contacts.textOf('Account number', accountNumber)}</span>,
          },
          payment !== undefined && {
            label: payment.isTakenBack ? 'Takes back' : 'Names the payment',
            value: <PaymentLink payment={payment} />,
          },
          shownBefore !== undefined && {
            label: 'Shown before',
            value: (
              <Link to="/admin/reconciliation/statements/$runId" params={{ runId: shownBefore.runId }}>
                Compared {exactTimeText(new Date(shownBefore.madeAt))}
              </Link>
            ),
          },
          line !== undefined && { label: 'Line of the file', value: line.toLocaleString('en-KE') },
          queriedAt !== undefined && {
            label: 'M-PESA was asked',
            value: exactTimeText(new Date(queriedAt)),
          },
          resolution !== undefined && { label: 'Resolution', value: resolution },
          reason !== undefined && { label: 'Reason', value: reason },
          closedBy !== undefined && { label: 'By', value: closedBy },
          closedAt !== undefined && { label: 'Closed', value: exactTimeText(new Date(closedAt)) },
        ]}
      />
      {(isMasked(details) || isMasked(accountNumber)) && (
        <div>
          <ShowContacts contacts={contacts} />
        </div>
      )}
      {status === 'waiting' && (
        <p className="small">
          It waits for a second administrator, under{' '}
          <Link to="/admin/transactions/approvals" search={{ status: 'Open' }}>
            Approvals
          </Link>
          .
        </p>
      )}
      <AuditLink subjectKind="reconciliation-item" subjectId={item.itemId} />
    </>
  );
}
