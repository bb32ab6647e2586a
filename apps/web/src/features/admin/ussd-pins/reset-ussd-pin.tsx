import type { AdminUser } from '@zawadi/contract/admin-users';
import { resetUssdPin } from '@zawadi/contract/ussd-pins';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { fullNameOf } from '../users/user-words.ts';

/** Requests that a consumer's PIN for USSD is removed. */
export function ResetUssdPin({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { userId, ussdPin } = user;
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={`Remove the USSD PIN of ${fullNameOf(user)}?`}
      reason="required"
      action="Request reset"
      busyLabel="Requesting..."
      confirm={(reason) => call(resetUssdPin, { params: { userId }, body: { reason } })}
      onDone={({ action }) => {
        toastOutcome(action, 'PIN removed');
        onClose();
        void queries.invalidateQueries({ queryKey: adminQueryKeys.approvals });
        void queries.invalidateQueries({ queryKey: adminQueryKeys.adminUsers });
      }}
      onClose={onClose}
    >
      {ussdPin === 'locked' ? 'Three wrong tries have locked the PIN. ' : ''}A second administrator decides.
      Then the next call asks for a new PIN, withdrawals and gifts from the wallet by USSD wait 24 hours, and
      we notify the person by SMS, email and push.
    </ConfirmDialog>
  );
}
