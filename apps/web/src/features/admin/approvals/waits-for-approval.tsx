import { Link } from '@tanstack/react-router';
import type { Approval } from '@zawadi/contract/approvals';
import { Alert } from '../../../ui/alert.tsx';

/** Says that something waits for a second administrator, and where. */
export function WaitsForApproval({ approval }: { approval: Approval }) {
  return (
    <Alert tone="warn">
      <p>
        <b className="strong">{approval.summary}</b> waits for a second administrator. {approval.requestedBy}{' '}
        asked for it.
      </p>
      <Link to="/admin/transactions/approvals" search={{ status: 'Open' }}>
        Go to Approvals
      </Link>
    </Alert>
  );
}
