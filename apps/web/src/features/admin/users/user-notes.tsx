import type { AdminUser } from '@zawadi/contract/admin-users';
import { Alert } from '../../../ui/alert.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';

/** What has to be known before anything else: the account is frozen, or closed. */
export function UserNotes({ user: { frozen, closedAt } }: { user: AdminUser }) {
  if (closedAt !== undefined) {
    return (
      <Alert>
        Closed {exactTimeText(new Date(closedAt))}. What told whose account it was is erased; the transactions
        of money are kept.
      </Alert>
    );
  }
  if (frozen === undefined) return null;
  return (
    <Alert tone="danger">
      <b className="strong">Frozen by {frozen.by},</b> {exactTimeText(new Date(frozen.at))}: {frozen.reason}
    </Alert>
  );
}
