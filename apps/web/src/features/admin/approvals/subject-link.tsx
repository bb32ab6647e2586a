import { Link } from '@tanstack/react-router';
import type { Approval } from '@zawadi/contract/approvals';

/** Where to look at what a request is about before deciding. */
export function SubjectLink({ subjectKind, subjectId }: Pick<Approval, 'subjectKind' | 'subjectId'>) {
  if (subjectKind === 'purchase') {
    return (
      <Link
        to="/admin/transactions/$type/$transactionId"
        params={{ type: 'Deposit', transactionId: subjectId }}
      >
        The payment
      </Link>
    );
  }
  if (subjectKind === 'voucher') {
    return (
      <Link to="/admin/transactions" search={{ search: subjectId }}>
        All transactions of this voucher
      </Link>
    );
  }
  if (subjectKind === 'review') return <Link to="/admin/transactions/reviews">The review queue</Link>;
  return <span className="code">{subjectId}</span>;
}
