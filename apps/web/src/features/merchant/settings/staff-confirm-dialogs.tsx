import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resetStaffPassword, updateStaff } from '@zawadi/contract/merchant-staff';
import type { StaffAccount } from '@zawadi/contract/merchant-staff';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';

type QuestionProps = { member: StaffAccount; onClose: () => void };

/** Says what a reset does, and mails a temporary password. */
export function ResetStaffPassword({ member, onClose }: QuestionProps) {
  const { staffId, name, email } = member;
  const resetting = useStaffChange(
    () => call(resetStaffPassword, { params: { staffId }, body: {} }),
    'A temporary password was mailed',
    onClose,
  );
  return (
    <FormDialog
      title={`Reset the password of ${name}?`}
      action="Reset password"
      busyLabel="Resetting..."
      variant="danger"
      {...resetting}
      onClose={onClose}
    >
      <p className="muted">
        {name} is signed out everywhere, two-factor authentication is switched off, and a temporary password
        is mailed to {email ?? 'the business’s own address'}.
      </p>
    </FormDialog>
  );
}

/** Says what becomes of somebody's sessions, and lets them in or keeps them out. */
export function SwitchStaff({ member, onClose }: QuestionProps) {
  const { staffId, name } = member;
  const isActive = member.status === 'ACTIVE';
  const switching = useStaffChange(
    () => call(updateStaff, { params: { staffId }, body: { status: isActive ? 'DISABLED' : 'ACTIVE' } }),
    isActive ? 'Account disabled' : 'Account enabled',
    onClose,
  );
  return (
    <FormDialog
      title={isActive ? `Disable the account of ${name}?` : `Enable the account of ${name}?`}
      action={isActive ? 'Disable account' : 'Enable account'}
      variant={isActive ? 'danger' : 'primary'}
      {...switching}
      onClose={onClose}
    >
      <p className="muted">
        {isActive
          ? `${name} is signed out within a second and cannot sign in. What ${name} redeemed stays on record.`
          : `${name} can sign in again with the password from before.`}
      </p>
    </FormDialog>
  );
}

function useStaffChange(change: () => Promise<unknown>, words: string, onDone: () => void) {
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      toast.success(words);
      onDone();
      await queries.invalidateQueries({ queryKey: queryKeys.merchantStaff });
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return {
    isBusy: changing.isPending,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (!changing.isPending) changing.mutate();
    },
  };
}
