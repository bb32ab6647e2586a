import { Link } from '@tanstack/react-router';
import type { ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { AuditLink } from '../audit/audit-link.tsx';
import { Cents } from '../cents.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { isMasked, useContacts } from '../contacts/use-contacts.ts';
import { ItemStatus } from './item-status.tsx';
import { ACCOUNT_WORDS, STATE_WORDS, stateHelp } from './reconciliation-words.ts';

/** The statement's side, the ledger's side, and how the difference was resolved. */
export function ItemFacts({ item }: { item: ReconciliationItem }) {
  const { state, status, account, at, details, accountNumber, payment, line, queriedAt, shownBefore } = item;
  const { resolution, closedBy, closedAt, reason } = item;
  const contacts = useContacts({ kind: 'reconciliation-item', id: item.itemId });
  return (
    <>
      <p className="muted">
        <b className="strong">{STATE_WORDS[state]}.</b> {stateHelp(state, account)}
      </p>
      <Facts
        facts={[
          { label: 'Status', value: <ItemStatus status={status} /> },
          {
            label: account === 'bank' ? 'The bank says' : 'M-PESA says',
            value: <Cents amountCents={item.theirsCents} />,
          },
          { label: 'The ledger says', value: <Cents amountCents={item.oursCents} /> },
          { label: 'Difference', value: <Cents amountCents={item.differenceCents} /> },
          { label: 'Account', value: ACCOUNT_WORDS[account] },
          { label: 'When', value: exactTimeText(new Date(at)) },
          details !== '' && { label: 'Details', value: contacts.textOf('Details', details) },
          accountNumber !== '' && {
            label: 'Account number',
            value: <span className="code">{contacts.textOf('Account number', accountNumber)}</span>,
          },
          item.tariffCents !== undefined && {
            label: 'M-PESA’s tariff',
            value: (
              <>
                at most <Cents amountCents={item.tariffCents} />
              </>
            ),
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
