import { useQueryClient } from '@tanstack/react-query';
import {
  resetAdministratorPassword,
  resetAdministratorTwoFactor,
  updateAdministrator,
  type AdministratorAccount,
} from '@zawadi/contract/administrators';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import type { ActionOutcome } from '@zawadi/contract/approvals';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';

type QuestionProps = { account: AdministratorAccount; onClose: () => void };

/** Confirms a password reset; the server then mails a temporary password. */
export function ResetAdministratorPassword({ account, onClose }: QuestionProps) {
  const { administratorId, name, email } = account;
  const showDone = useDone('Temporary password sent by email', onClose);
  return (
    <ConfirmDialog
      title={`Reset the password of ${name}?`}
      reason="required"
      action="Reset password"
      busyLabel="Resetting..."
      variant="danger"
      confirm={async (reason) => {
        await call(resetAdministratorPassword, { params: { administratorId }, body: { reason } });
        await showDone();
      }}
      onClose={onClose}
    >
      <p className="muted">
        {name} is signed out everywhere, and gets a temporary password by email at {email}.
      </p>
    </ConfirmDialog>
  );
}

/** Confirms disabling the second factor of an administrator who lost it. */
export function ResetAdministratorTwoFactor({ account, onClose }: QuestionProps) {
  const { administratorId, name } = account;
  const showDone = useDone('Two-factor authentication was reset', onClose);
  return (
    <ConfirmDialog
      title={`Reset the two-factor authentication of ${name}?`}
      reason="required"
      action="Reset two-factor"
      busyLabel="Resetting..."
      variant="danger"
      confirm={async (reason) => {
        const params = { administratorId };
        const { action } = await call(resetAdministratorTwoFactor, { params, body: { reason } });
        await showDone(action);
      }}
      onClose={onClose}
    >
      <p className="muted">
        {name} is signed out everywhere, loses all passkeys and signs in with the password alone. Make sure
        that it is really {name} who asks.
      </p>
      <EffectOfAction action={{ kind: 'administrator-factor', administratorId }} />
    </ConfirmDialog>
  );
}

/** Confirms enabling or disabling an administrator, and explains what happens to their sessions. */
export function SwitchAdministrator({ account, onClose }: QuestionProps) {
  const { administratorId, name } = account;
  const isActive = account.status === 'ACTIVE';
  const showDone = useDone(isActive ? 'Account disabled' : 'Account enabled', onClose);
  const status = isActive ? 'DISABLED' : 'ACTIVE';
  return (
    <ConfirmDialog
      title={isActive ? `Disable the account of ${name}?` : `Enable the account of ${name}?`}
      reason="required"
      action={isActive ? 'Disable account' : 'Enable account'}
      variant={isActive ? 'danger' : 'primary'}
      confirm={async (reason) => {
        const params = { administratorId };
        const { action } = await call(updateAdministrator, { params, body: { status, reason } });
        await showDone(action);
      }}
      onClose={onClose}
    >
      <p className="muted">
        {isActive
          ? `${name} is signed out within a second and cannot sign in. What ${name} did stays on record.`
          : `${name} can sign in again with the same password.`}
      </p>
      {isActive && <EffectOfAction action={{ kind: 'administrator-disable', administratorId }} />}
    </ConfirmDialog>
  );
}

function useDone(words: string, onClose: () => void): (action?: ActionOutcome) => Promise<void> {
  const queries = useQueryClient();
  return async (action = { outcome: 'done' }) => {
    toastOutcome(action, words);
    onClose();
    await Promise.all([
      queries.invalidateQueries({ queryKey: adminQueryKeys.administrators }),
      queries.invalidateQueries({ queryKey: adminQueryKeys.approvals }),
    ]);
  };
}
