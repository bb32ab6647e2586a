import { useQueryClient } from '@tanstack/react-query';
import { resetStaffPassword, updateStaff, type StaffAccount } from '@zawadi/contract/merchants-staff';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type StaffDialogProps = { member: StaffAccount; onClose: () => void };

/** Says what a reset does, and mails a temporary password. */
export function ResetStaffPassword({ member, onClose }: StaffDialogProps) {
  const { staffId, name, email } = member;
  return (
    <ConfirmDialog
      title={`Reset the password of ${name}?`}
      action="Reset password"
      busyLabel="Resetting..."
      variant="danger"
      confirm={() => call(resetStaffPassword, { params: { staffId }, body: {} })}
      onDone={useFinish('A temporary password was mailed', onClose)}
      onClose={onClose}
    >
      <p className="muted">
        {name} is signed out everywhere, two-factor authentication is switched off, and a temporary password
        is mailed to {email ?? 'the business’s own address'}.
      </p>
    </ConfirmDialog>
  );
}

/** Says what becomes of the account's sessions, and lets its owner in or keeps them out. */
export function SwitchStaff({ member, onClose }: StaffDialogProps) {
  const { staffId, name } = member;
  const isActive = member.status === 'ACTIVE';
  const status = isActive ? 'DISABLED' : 'ACTIVE';
  return (
    <ConfirmDialog
      title={isActive ? `Disable the account of ${name}?` : `Enable the account of ${name}?`}
      action={isActive ? 'Disable account' : 'Enable account'}
      variant={isActive ? 'danger' : 'primary'}
      confirm={() => call(updateStaff, { params: { staffId }, body: { status } })}
      onDone={useFinish(isActive ? 'Account disabled' : 'Account enabled', onClose)}
      onClose={onClose}
    >
      <p className="muted">
        {isActive
          ? `${name} is signed out within a second and cannot sign in. What ${name} redeemed stays on record.`
          : `${name} can sign in again with the password from before.`}
      </p>
    </ConfirmDialog>
  );
}

function useFinish(said: string, onClose: () => void) {
  const queries = useQueryClient();
  return () => {
    toast.success(said);
    onClose();
    void queries.invalidateQueries({ queryKey: queryKeys.merchantStaff });
  };
}
