import { Link } from '@tanstack/react-router';
import type { ReconciliationItem } from '@zawadi/contract/reconciliation-items';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { AuditLink } from '../audit/audit-link.tsx';
import { Cents } from '../cents.tsx';
import { ItemStatus } from './item-status.tsx';
import { ACCOUNT_WORDS, STATE_HELP, STATE_WORDS } from './reconciliation-words.ts';

/** What M-PESA says, what the ledger says, and what became of the difference. */
export function ItemFacts({ item }: { item: ReconciliationItem }) {
  const { state, status, account, at, details, accountNumber, line, queriedAt } = item;
  const { resolution, closedBy, closedAt, reason } = item;
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
          details !== '' && { label: 'Details', value: details },
          accountNumber !== '' && {
            label: 'Account number',
            value: <span className="code">{accountNumber}</span>,
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
