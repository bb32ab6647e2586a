import type { AdminUser } from '@zawadi/contract/admin-users';
import { LogOut, MailCheck, MessageSquare, Snowflake, Sun, UserX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useRights } from '../use-rights.ts';
import type { Rights } from '../use-rights.ts';
import { CloseUser, FreezeUser, SignOutUser, UnfreezeUser } from './user-confirm-dialogs.tsx';
import { ResendVerification } from './resend-verification.tsx';
import '../action-row.css';

const QUESTIONS = { freeze: FreezeUser, unfreeze: UnfreezeUser, signOut: SignOutUser, close: CloseUser };

type AdminAction = { label: string; icon: LucideIcon } & (
  | { question: keyof typeof QUESTIONS }
  | { contact: 'email' | 'phone' }
);

/** How somebody can be helped, or kept from harm, as far as the administrator's role goes. */
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

function actionsFor(user: AdminUser, { isAdministrator, mayHelpCustomers }: Rights): AdminAction[] {
  if (user.status === 'DELETED') return [];
  const { emailVerified, pendingEmail, phoneVerified, pendingPhone, phoneNumber, status } = user;
  const isEmailWaiting = !emailVerified || pendingEmail !== undefined;
  const isPhoneWaiting = pendingPhone !== undefined || (!phoneVerified && phoneNumber !== '');
  return [
    ...offered(mayHelpCustomers && isEmailWaiting, {
      label: 'Resend verification email',
      icon: MailCheck,
      contact: 'email',
    }),
    ...offered(mayHelpCustomers && isPhoneWaiting, {
      label: 'Resend phone code',
      icon: MessageSquare,
      contact: 'phone',
    }),
    ...offered(mayHelpCustomers, { label: 'Sign out everywhere', icon: LogOut, question: 'signOut' }),
    ...offered(isAdministrator && status === 'ACTIVE', {
      label: 'Freeze account',
      icon: Snowflake,
      question: 'freeze',
    }),
    ...offered(isAdministrator && status === 'FROZEN', {
      label: 'Unfreeze account',
      icon: Sun,
      question: 'unfreeze',
    }),
    ...offered(isAdministrator, { label: 'Close account', icon: UserX, question: 'close' }),
  ];
}

function offered(isOffered: boolean, action: AdminAction): AdminAction[] {
  return isOffered ? [action] : [];
}
