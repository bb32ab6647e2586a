import { useQueryClient } from '@tanstack/react-query';
import { resetOwnerPassword } from '@zawadi/contract/merchants-admin';
import type { Merchant } from '@zawadi/contract/merchants';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type ResetOwnerPasswordProps = { merchant: Merchant; onClose: () => void };

/** For an owner who gets in no other way. */
export function ResetOwnerPassword({ merchant, onClose }: ResetOwnerPasswordProps) {
  const { merchantId, businessName, contactEmail } = merchant;
  const [isTwoFactorReset, setTwoFactorReset] = useState(false);
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={`Reset the password of ${businessName}’s owner?`}
      reason="required"
      action="Reset password"
      busyLabel="Resetting..."
      variant="danger"
      confirm={(reason) =>
        call(resetOwnerPassword, { params: { merchantId }, body: { reason, isTwoFactorReset } })
      }
      onDone={() => {
        toast.success('A temporary password was mailed', `To ${contactEmail}.`);
        onClose();
        void queries.invalidateQueries({ queryKey: queryKeys.adminMerchants });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          The owner is signed out everywhere, and a temporary password is mailed to {contactEmail}. It has to
          be replaced at the next sign-in. Other staff and the money are not touched.
        </p>
        <Checkbox
          label="The owner has lost the second factor too: switch it off"
          checked={isTwoFactorReset}
          onChange={({ target }) => setTwoFactorReset(target.checked)}
        />
      </div>
    </ConfirmDialog>
  );
}
