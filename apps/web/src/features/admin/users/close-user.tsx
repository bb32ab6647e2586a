import { useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { closeUser } from '@zawadi/contract/admin-users-actions';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { DangerZone } from '../danger-zone.tsx';
import { useRights } from '../use-rights.ts';
import { fullNameOf } from './user-words.ts';

/** Irreversible actions on a consumer's account. */
export function UserDangers({ user }: { user: AdminUser }) {
  const { isAdministrator } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (!isAdministrator || user.status === 'DELETED') return null;
  const text =
    'We erase name, address and number, and the account can no longer sign in. You cannot undo this.';
  return (
    <>
      <DangerZone dangers={[{ action: 'Close account', text, onAsk: () => setAsking(true) }]} />
      {isAsking && <CloseUser user={user} onClose={() => setAsking(false)} />}
    </>
  );
}

function CloseUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { userId } = user;
  const queries = useQueryClient();
  const obstacle = obstacleTo(user);
  return (
    <ConfirmDialog
      title={`Close the account of ${fullNameOf(user)} for good?`}
      reason="required"
      action="Close account"
      busyLabel="Closing..."
      variant="danger"
      confirm={(reason) => call(closeUser, { params: { userId }, body: { reason } })}
      onDone={() => {
        toast.success('Account closed');
        onClose();
        void queries.invalidateQueries({ queryKey: adminQueryKeys.adminUsers });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          This cannot be undone: name, address and number are erased, and the account can no longer sign in.
          The transactions are kept. Gifts that were sent to this person stay valid by their code.
        </p>
        {obstacle !== undefined && <Alert tone="warn">{obstacle}</Alert>}
      </div>
    </ConfirmDialog>
  );
}

/** Returns the reason for which the server would refuse to close the account; undefined if there is none. */
function obstacleTo({ walletBalance, onItsWay, openPayments }: AdminUser): string | undefined {
  if (walletBalance > 0 || onItsWay > 0) {
    const sum = formatKes(walletBalance + onItsWay);
    return `${sum} must leave the wallet first: the person withdraws it.`;
  }
  if (openPayments > 0) return 'A payment is still open. Close the account when it has finished.';
  return undefined;
}
