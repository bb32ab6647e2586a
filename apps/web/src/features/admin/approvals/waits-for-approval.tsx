import { Link } from '@tanstack/react-router';
import type { Approval, ApprovalFilters } from '@zawadi/contract/approvals';
import { Alert } from '../../../ui/alert.tsx';
import { useApprovals } from './use-approvals.ts';

/** Shows all open requests of one kind, or about one subject. */
export function WaitingApprovals(about: Pick<ApprovalFilters, 'kind' | 'subjectId'>) {
  const { data } = useApprovals({ ...about, status: 'Open' });
  const waiting = data?.pages.flatMap((page) => page.approvals) ?? [];
  return waiting.map((approval) => <WaitsForApproval key={approval.approvalId} approval={approval} />);
}

/** Shows that a request waits for a second administrator, with a link to the request. */
export function WaitsForApproval({ approval }: { approval: Approval }) {
  return (
    <Alert tone="warn">
      <p>
        <b className="strong">{approval.summary}</b> waits for{' '}
        {approval.approvalsNeeded === 2 ? 'two administrators' : 'a second administrator'}.{' '}
        {approval.requestedBy} asked for it.
      </p>
      <Link to="/admin/transactions/approvals" search={{ status: 'Open' }}>
        Go to Approvals
      </Link>
    </Alert>
  );
}
