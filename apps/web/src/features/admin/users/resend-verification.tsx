import type { AdminUser } from '@zawadi/contract/admin-users';
import { adminResendVerification } from '@zawadi/contract/admin-users-actions';
import { formatMsisdn } from '@zawadi/contract/text';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useKeepUser } from './use-keep-user.ts';
import { fullNameOf } from './user-words.ts';

type ResendVerificationProps = { user: AdminUser; contact: 'email' | 'phone'; onClose: () => void };

/** Sends the link or the code again that somebody waits for. */
export function ResendVerification({ user, contact, onClose }: ResendVerificationProps) {
  const { userId, email, pendingEmail = email, phoneNumber, pendingPhone = phoneNumber } = user;
  const keep = useKeepUser(onClose);
  const name = fullNameOf(user);
  return (
    <ConfirmDialog
      title={contact === 'email' ? `Send ${name} the link again?` : `Send ${name} a new code?`}
      action={contact === 'email' ? 'Send link' : 'Send code'}
      busyLabel="Sending..."
      confirm={async () =>
        keep(
          await call(adminResendVerification, { params: { userId }, body: { contact } }),
          'Verification sent',
        )
      }
      onClose={onClose}
    >
      <p className="muted">
        {contact === 'email'
          ? `A link that proves the address goes to ${pendingEmail}.`
          : `An SMS with a code goes to ${formatMsisdn(pendingPhone)}. Never ask for the code: it is typed in the profile.`}
      </p>
    </ConfirmDialog>
  );
}
