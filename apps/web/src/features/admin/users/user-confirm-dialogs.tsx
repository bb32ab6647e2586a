import { useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { adminSignOutUser, closeUser, freezeUser, unfreezeUser } from '@zawadi/contract/admin-users-actions';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useKeepUser } from './use-keep-user.ts';
import { fullNameOf } from './user-words.ts';

type QuestionProps = { user: AdminUser; onClose: () => void };

/** No sign-in, claim or pay-out until it is undone. */
export function FreezeUser({ user, onClose }: QuestionProps) {
  const { userId, walletBalance } = user;
  const keep = useKeepUser(onClose);
  return (
    <ConfirmDialog
      title={`Freeze the account of ${fullNameOf(user)}?`}
      reason="required"
      action="Freeze account"
      busyLabel="Freezing..."
      variant="danger"
      confirm={(reason) => call(freezeUser, { params: { userId }, body: { reason } })}
      onDone={(frozen) => keep(frozen, 'Account frozen')}
      onClose={onClose}
    >
      Signed out within a second, and no sign-in, claim or pay-out any more. {formatKes(walletBalance)} stay
      in the wallet, and payments that are on their way finish. The person is told by mail.
    </ConfirmDialog>
  );
}

/** Undoes a freeze. */
export function UnfreezeUser({ user, onClose }: QuestionProps) {
  const { userId } = user;
  const keep = useKeepUser(onClose);
  return (
    <ConfirmDialog
      title={`Unfreeze the account of ${fullNameOf(user)}?`}
      reason="required"
      action="Unfreeze account"
      busyLabel="Unfreezing..."
      confirm={(reason) => call(unfreezeUser, { params: { userId }, body: { reason } })}
      onDone={(active) => keep(active, 'Account active again')}
      onClose={onClose}
    >
      Sign-in, claims and pay-outs are possible again, with the password from before. The person is told by
      mail.
    </ConfirmDialog>
  );
}

/** For somebody who has lost a phone. */
export function SignOutUser({ user, onClose }: QuestionProps) {
  const { userId } = user;
  const keep = useKeepUser(onClose);
  return (
    <ConfirmDialog
      title={`Sign ${fullNameOf(user)} out everywhere?`}
      reason="required"
      action="Sign out everywhere"
      busyLabel="Signing out..."
      variant="danger"
      confirm={(reason) => call(adminSignOutUser, { params: { userId }, body: { reason } })}
      onDone={(signedOut) => keep(signedOut, 'Signed out everywhere')}
      onClose={onClose}
    >
      Every session ends within a second, on all devices. The password stays as it is, the money is not
      touched, and the person is told by mail.
    </ConfirmDialog>
  );
}

/** Closes an account for good. */
export function CloseUser({ user, onClose }: QuestionProps) {
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
        void queries.invalidateQueries({ queryKey: queryKeys.adminUsers });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          This cannot be undone: name, address and number are erased, and nobody can sign in any more. The
          transactions are kept. Gifts that were sent to this person stay valid by their code.
        </p>
        {obstacle !== undefined && <Alert tone="warn">{obstacle}</Alert>}
      </div>
    </ConfirmDialog>
  );
}

/** What the server would refuse a closing for. */
function obstacleTo({ walletBalance, onItsWay, openPayments }: AdminUser): string | undefined {
  if (walletBalance > 0 || onItsWay > 0) {
    const sum = formatKes(walletBalance + onItsWay);
    return `${sum} must leave the wallet first: the person withdraws it.`;
  }
  if (openPayments > 0) return 'A payment is still open. Close the account when it has finished.';
  return undefined;
}
