import type { AdminUser } from '@zawadi/contract/admin-users';
import { freezeWalletByCallBack } from '@zawadi/contract/admin-users-actions';
import { call } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { useContacts } from '../contacts/use-contacts.ts';
import { useUserUpdate } from './use-keep-user.ts';
import { fullNameOf } from './user-words.ts';

/** Freezes a wallet for an owner who phones. Support first calls back at the number on file. */
export function FreezeWallet({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { userId, phoneNumber } = user;
  const keep = useUserUpdate(onClose);
  const contacts = useContacts({ kind: 'user', id: userId });
  return (
    <ConfirmDialog
      title={`Freeze the wallet of ${fullNameOf(user)}?`}
      reason="required"
      action="Freeze wallet"
      busyLabel="Freezing..."
      variant="danger"
      confirm={(reason) => call(freezeWalletByCallBack, { params: { userId }, body: { reason } })}
      onDone={(frozen) => keep(frozen, 'Wallet frozen')}
      onClose={onClose}
    >
      <p>
        First call the owner back at {contacts.textOf('Phone', phoneNumber)}, never at another number. No
        money leaves the wallet, gifts still come in, and every device is signed out. The owner opens it
        again, with the password and a code to the second contact or 24 hours after asking; no administrator
        can.
      </p>
      <div>
        <ShowContacts contacts={contacts} />
      </div>
    </ConfirmDialog>
  );
}

const ASKED = {
  session: 'in the app',
  phone: 'by SMS',
  'call-back': 'by call-back',
  'not-me': 'with “this was not me”',
} as const;

export function WalletFrozen({ freeze }: { freeze: NonNullable<AdminUser['walletFreeze']> }) {
  const { since, by, opensAt } = freeze;
  // Support froze this wallet itself; the section on lost contacts shows that.
  if (by === 'lost-contacts') return null;
  return (
    <Alert tone="warn">
      <b className="strong">Wallet frozen by its owner</b> {ASKED[by]}, {exactTimeText(new Date(since))}.{' '}
      {opensAt !== null && `It opens ${exactTimeText(new Date(opensAt))}.`}
    </Alert>
  );
}
