import type { AdminUser } from '@zawadi/contract/admin-users';
import {
  Ban,
  FileDown,
  Gavel,
  HandCoins,
  KeyRound,
  LogOut,
  MailCheck,
  MessageSquare,
  PhoneOff,
  Snowflake,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState } from 'react';
import {
  adminResendVerification,
  adminSignOutUser,
  freezeUser,
  unfreezeUser,
} from '@zawadi/contract/admin-users-actions';
import { formatMsisdn } from '@zawadi/contract/text';
import { formatKes } from '@zawadi/contract/money';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRights, type Rights } from '../use-rights.ts';
import { useUserUpdate } from './use-keep-user.ts';
import { FreezeWallet } from './freeze-wallet.tsx';
import { AddBlock } from '../block-list/add-block.tsx';
import { NewPosting } from '../posting-requests/new-posting.tsx';
import { LostContacts } from '../lost-contacts/lost-contacts.tsx';
import { ResetUssdPin } from '../ussd-pins/reset-ussd-pin.tsx';
import { PersonFile } from '../person-files/person-file.tsx';
import { fullNameOf } from './user-words.ts';
import '../action-row.css';

const QUESTIONS = {
  lostContacts: LostContacts,
  ussdPin: ResetUssdPin,
  freezeWallet: FreezeWallet,
  freeze: FreezeUser,
  unfreeze: UnfreezeUser,
  signOut: SignOutUser,
  personFile: PersonFile,
  blockNumber: BlockNumber,
  goodwill: Goodwill,
  legalOrder: LegalOrder,
};

type AdminAction = { label: string; icon: LucideIcon } & (
  | { question: keyof typeof QUESTIONS }
  | { contact: 'email' | 'phone' }
);

/** Actions on a consumer that the administrator's role permits. */
export function UserActions({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState<AdminAction>();
  const headingId = useId();
  const actions = actionsFor(user, useRights());
  if (actions.length === 0) return null;
  const close = () => setAsking(undefined);
  const Question = asking !== undefined && 'question' in asking ? QUESTIONS[asking.question] : undefined;
  return (
    <section aria-labelledby={headingId}>
      <h2 className="sr" id={headingId}>
        Actions
      </h2>
      <div className="action-row">
        {actions.map((action) => (
          <Button key={action.label} variant="secondary" small onClick={() => setAsking(action)}>
            <Icon of={action.icon} />
            {action.label}
          </Button>
        ))}
      </div>
      {Question !== undefined && <Question user={user} onClose={close} />}
      {asking !== undefined && 'contact' in asking && (
        <ResendVerification user={user} contact={asking.contact} onClose={close} />
      )}
    </section>
  );
}

function actionsFor(
  user: AdminUser,
  { isAdministrator, mayHelp, mayMoveMoney, mayQueryAndResend: mayAskToBlock }: Rights,
): AdminAction[] {
  if (user.status === 'DELETED') return [];
  const { emailVerified, pendingEmail, phoneVerified, pendingPhone, phoneNumber, status } = user;
  const isEmailWaiting = !emailVerified || pendingEmail !== undefined;
  const isWalletOpen = user.walletFreeze === undefined || user.walletFreeze.opensAt !== null;
  const isPhoneWaiting = pendingPhone !== undefined || (!phoneVerified && phoneNumber !== '');
  return [
    ...offered(mayHelp && isEmailWaiting, {
      label: 'Resend verification email',
      icon: MailCheck,
      contact: 'email',
    }),
    ...offered(mayHelp && isPhoneWaiting, {
      label: 'Resend phone code',
      icon: MessageSquare,
      contact: 'phone',
    }),
    ...offered(mayHelp, { label: 'Sign out everywhere', icon: LogOut, question: 'signOut' }),
    ...offered(mayHelp && phoneVerified && isWalletOpen, {
      label: 'Freeze wallet',
      icon: Snowflake,
      question: 'freezeWallet',
    }),
    ...offered(mayHelp && user.lostContacts?.state !== 'frozen', {
      label: 'Lost phone and email',
      icon: PhoneOff,
      question: 'lostContacts',
    }),
    ...offered(mayHelp && user.ussdPin !== undefined, {
      label: user.ussdPin === 'locked' ? 'Reset locked PIN' : 'Reset PIN',
      icon: KeyRound,
      question: 'ussdPin',
    }),
    ...offered(mayAskToBlock && phoneNumber !== '', {
      label: 'Block number',
      icon: Ban,
      question: 'blockNumber',
    }),
    ...offered(mayMoveMoney, { label: 'Goodwill', icon: HandCoins, question: 'goodwill' }),
    ...offered(mayMoveMoney && user.walletBalance > 0, {
      label: 'Pay out by order',
      icon: Gavel,
      question: 'legalOrder',
    }),
    ...offered(isAdministrator, { label: 'Download file', icon: FileDown, question: 'personFile' }),
    ...offered(mayHelp && status === 'ACTIVE', {
      label: 'Freeze account',
      icon: Snowflake,
      question: 'freeze',
    }),
    ...offered(isAdministrator && status === 'FROZEN', {
      label: 'Unfreeze account',
      icon: Sun,
      question: 'unfreeze',
    }),
  ];
}

function offered(isOffered: boolean, action: AdminAction): AdminAction[] {
  return isOffered ? [action] : [];
}

type ResendVerificationProps = { user: AdminUser; contact: 'email' | 'phone'; onClose: () => void };

/** Resends the verification link or code of a new email or phone number. */
function ResendVerification({ user, contact, onClose }: ResendVerificationProps) {
  const { userId, email, pendingEmail = email, phoneNumber, pendingPhone = phoneNumber } = user;
  const keep = useUserUpdate(onClose);
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
          : `An SMS with a code goes to ${formatMsisdn(pendingPhone)}. Never ask for the code: the person types it in the profile.`}
      </p>
    </ConfirmDialog>
  );
}

type QuestionProps = { user: AdminUser; onClose: () => void };

/** Requests that the consumer's phone number may begin nothing new, on any account. */
function BlockNumber({ user, onClose }: QuestionProps) {
  const target = { kind: 'number', userId: user.userId, of: fullNameOf(user) } as const;
  return <AddBlock target={target} onClose={onClose} />;
}

function Goodwill({ user, onClose }: QuestionProps) {
  const { userId } = user;
  const start = { templates: ['goodwill-consumer'], userId, payee: fullNameOf(user) } as const;
  return <NewPosting start={start} onClose={onClose} />;
}

/** Requests that the wallet is paid out by an order of an estate, a court or the tax authority. */
function LegalOrder({ user: { userId, walletBalance }, onClose }: QuestionProps) {
  const start = { templates: ['legal-order'], userId, amount: walletBalance } as const;
  return <NewPosting start={start} onClose={onClose} />;
}

/** Freezes a consumer's account: no sign-in, claim or pay-out until it is unfrozen. */
function FreezeUser({ user, onClose }: QuestionProps) {
  const { userId, walletBalance } = user;
  const keep = useUserUpdate(onClose);
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
      The person is signed out within a second, and can no longer sign in, claim or withdraw.{' '}
      {formatKes(walletBalance)} stay in the wallet, and payments on their way finish. We notify the person by
      SMS, email and push.
    </ConfirmDialog>
  );
}

function UnfreezeUser({ user, onClose }: QuestionProps) {
  const { userId } = user;
  const keep = useUserUpdate(onClose);
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
      The person can sign in, claim and withdraw again, with the same password. We notify the person by email.
    </ConfirmDialog>
  );
}

/** Signs out every device of a consumer, for example after a lost phone. */
function SignOutUser({ user, onClose }: QuestionProps) {
  const { userId } = user;
  const keep = useUserUpdate(onClose);
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
      We sign the person out on all devices within a second. The password and the money stay as they are. We
      notify the person by email.
    </ConfirmDialog>
  );
}
