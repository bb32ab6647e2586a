import type { ListedUser } from '@zawadi/contract/admin-users';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';

/** The state of an account, quiet in a list while it is the ordinary one. */
export function UserStatus({ status, isQuiet }: Pick<ListedUser, 'status'> & { isQuiet?: boolean }) {
  if (status === 'DELETED') return <span className="badge">Closed</span>;
  if (status === 'FROZEN') return <StatusBadge status="Frozen" />;
  return isQuiet ? <StatusText status="Active" /> : <StatusBadge status="Active" />;
}
