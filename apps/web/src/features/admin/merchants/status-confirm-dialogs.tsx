import { useQueryClient } from '@tanstack/react-query';
import { suspendMerchant, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import type { ActionOutcome } from '@zawadi/contract/approvals';
import { formatKes } from '@zawadi/contract/money';
import { resetOwnerPassword } from '@zawadi/contract/merchants-admin';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { ConfirmDialogProps } from '../../forms/confirm-dialog.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { EffectOfAction } from '../approvals/what-happens.tsx';

const READ_BY_SHOP = 'The shop reads this reason in our email.';

type QuestionProps = { merchant: Merchant; onClose: () => void };

/** Confirms a suspension, and explains its effect on people and money. */
export function SuspendMerchant({ merchant, onClose }: QuestionProps) {
  const { merchantId, businessName, currentBalance } = merchant;
  return (
    <ConfirmDialog
      title={`Suspend ${businessName}?`}
      reason="required"
      reasonHelp={READ_BY_SHOP}
      action="Suspend merchant"
      dismiss="Keep active"
      busyLabel="Suspending..."
      variant="danger"
      confirm={(reason) => call(suspendMerchant, { body: { merchantId, reason } })}
      onDone={useFinish('Merchant suspended successfully!', onClose)}
      onFailed={() => toast.error('Failed to suspend merchant.')}
      onClose={onClose}
    >
      <p className="muted">
        We sign out all staff within a second, and they cannot redeem. API keys stop until you reactivate the
        merchant. The balance of {formatKes(currentBalance)} stays. Waiting batches are frozen; batches on
        their way finish. We email the contact.
      </p>
    </ConfirmDialog>
  );
}

/** Reactivates a suspended or closed merchant. */
export function ReactivateMerchant({ merchant, onClose }: QuestionProps) {
  return (
    <ActivateDialog
      merchant={merchant}
      title={`Reactivate ${merchant.businessName}?`}
      action="Reactivate merchant"
      said="Merchant reactivated"
      onClose={onClose}
    >
      <p className="muted">
        Staff must sign in again, with the same passwords. The same API keys work again at once: if they were
        the reason, ask the owner to make a new secret. The merchant can redeem again, and we pay waiting
        batches. We email the contact.
      </p>
    </ActivateDialog>
  );
}

/** Approves a new merchant, so that it can redeem. */
export function ApproveMerchant({ merchant, onClose }: QuestionProps) {
  return (
    <ActivateDialog
      merchant={merchant}
      title={`Approve ${merchant.businessName}?`}
      action="Approve merchant"
      said="Merchant approved"
      onClose={onClose}
    >
      <p className="muted">The merchant can redeem vouchers, and we pay for them. We email the contact.</p>
    </ActivateDialog>
  );
}

/** Closes a merchant. If we owe it a large amount, a second administrator approves first. */
export function CloseMerchant({ merchant, onClose }: QuestionProps) {
  const { merchantId, businessName } = merchant;
  return (
    <ConfirmDialog
      title={`Close ${businessName}?`}
      reason="required"
      reasonHelp={READ_BY_SHOP}
      action="Close merchant"
      dismiss="Keep open"
      busyLabel="Closing..."
      variant="danger"
      confirm={(reason) => call(updateMerchant, { body: { merchantId, status: 'INACTIVE', reason } })}
      onDone={useOutcome('Merchant closed', onClose)}
      onFailed={() => toast.error('Failed to update merchant.')}
      onClose={onClose}
    >
      <p className="muted">
        Sign-in, API keys and redemptions stop. We pay out what we owe with a last settlement, and email both
        sums to the contact. Holders of vouchers that the merchant made can add them to their wallets for 90
        days. Then the rest goes back to the merchant.
      </p>
      <EffectOfAction action={{ kind: 'merchant-close', merchantId }} />
    </ConfirmDialog>
  );
}

type ActivateDialogProps = QuestionProps &
  Pick<ConfirmDialogProps<unknown>, 'title' | 'action' | 'children'> & {
    /** Toast shown after the action was executed. */
    said: string;
  };

function ActivateDialog({ merchant, said, onClose, children, ...words }: ActivateDialogProps) {
  const { merchantId } = merchant;
  return (
    <ConfirmDialog
      {...words}
      reason="required"
      confirm={(reason) => call(updateMerchant, { body: { merchantId, status: 'ACTIVE', reason } })}
      onDone={useOutcome(said, onClose)}
      onFailed={() => toast.error('Failed to update merchant.')}
      onClose={onClose}
    >
      {children}
      <EffectOfAction action={{ kind: 'merchant-activate', merchantId }} />
    </ConfirmDialog>
  );
}

/** Shows whether the action was executed or waits for approval, and closes the dialog. */
function useOutcome(said: string, onClose: () => void) {
  const queries = useQueryClient();
  return ({ action }: { action?: ActionOutcome | undefined }) => {
    toastOutcome(action ?? { outcome: 'done' }, said);
    onClose();
    for (const queryKey of [adminQueryKeys.adminMerchants, adminQueryKeys.approvals, adminQueryKeys.workList])
      void queries.invalidateQueries({ queryKey });
  };
}

function useFinish(said: string, onClose: () => void) {
  const queries = useQueryClient();
  return () => {
    toast.success(said);
    onClose();
    void queries.invalidateQueries({ queryKey: adminQueryKeys.adminMerchants });
  };
}

/** Resets the password of an owner who cannot sign in otherwise. */
export function ResetOwnerPassword({ merchant, onClose }: QuestionProps) {
  const { merchantId, businessName, contactEmail } = merchant;
  const [isTwoFactorReset, setTwoFactorReset] = useState(false);
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
      onDone={useOutcome('Temporary password sent by email', onClose)}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          Once a second administrator approves, the owner is signed out everywhere and a temporary password is
          mailed to {contactEmail}. The owner must replace it at the next sign-in. Other staff and the money
          are not affected.
        </p>
        <Checkbox
          label="The owner has lost the second factor too: switch it off"
          checked={isTwoFactorReset}
          onChange={({ target }) => setTwoFactorReset(target.checked)}
        />
        <EffectOfAction action={{ kind: 'owner-reset', merchantId, isTwoFactorReset }} />
      </div>
    </ConfirmDialog>
  );
}
