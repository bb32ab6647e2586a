import type { ListedUser } from '@zawadi/contract/admin-users';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';

/** State of an account; in a list the ordinary state has no emphasis. */
export function UserStatus({ status, isQuiet }: Pick<ListedUser, 'status'> & { isQuiet?: boolean }) {
  if (status === 'DELETED') return <span className="badge">Closed</span>;
  if (status === 'FROZEN') return <StatusBadge status="Frozen" />;
  return isQuiet ? <StatusText status="Active" /> : <StatusBadge status="Active" />;
}
