import type { ListedUser } from '@zawadi/contract/admin-users';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';

/**
 * Status of an account.
 * @param props.isQuiet whether to emphasise only unusual states, as in a list
 */
export function UserStatus({ status, isQuiet }: Pick<ListedUser, 'status'> & { isQuiet?: boolean }) {
  if (status === 'DELETED') return <span className="badge">Closed</span>;
  if (status === 'FROZEN') return <StatusBadge status="Frozen" />;
  return isQuiet ? <StatusText status="Active" /> : <StatusBadge status="Active" />;
}
