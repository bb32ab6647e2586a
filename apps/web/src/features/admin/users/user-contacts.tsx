import type { AdminUser } from '@zawadi/contract/admin-users';
import type { ReactNode } from 'react';
import { StatusText } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { useContacts, type Contacts } from '../contacts/use-contacts.ts';
import { EmailText } from '../../../ui/email-text.tsx';

/** A consumer's name and contacts, whether they are verified, and how the account is protected. */
export function UserContacts({ user }: { user: AdminUser }) {
  const { userId, status, lastLogin, createdAt, passwordChangedAt, phoneChangedAt } = user;
  const isOpen = status !== 'DELETED';
  const contacts = useContacts({ kind: 'user', id: userId });
  return (
    <Sheet title="Profile" isPadded action={isOpen && <ShowContacts contacts={contacts} />}>
      <Facts
        facts={[
          isOpen && { label: 'Email', value: <Email user={user} contacts={contacts} /> },
          isOpen && { label: 'Phone', value: <Phone user={user} contacts={contacts} /> },
          isOpen && { label: 'Name at M-PESA', value: <RegisteredName {...user} /> },
          { label: 'Joined', value: <Time at={createdAt} /> },
          { label: 'Last sign-in', value: lastLogin === undefined ? 'Never' : <Time at={lastLogin} /> },
          isOpen && {
            label: 'Two-factor authentication',
            value: user.twoFactorEnabled ? 'Enabled' : 'Not enabled',
          },
          passwordChangedAt !== undefined && {
            label: 'Password changed',
            value: <Time at={passwordChangedAt} />,
          },
          phoneChangedAt !== undefined && { label: 'Phone changed', value: <Time at={phoneChangedAt} /> },
          isOpen && { label: 'Notifications', value: <Channels {...user} /> },
          isOpen && { label: 'Language', value: user.language === 'sw' ? 'Swahili' : 'English' },
        ]}
      />
      <div>
        <CopyButton small text={userId}>
          Copy user ID
        </CopyButton>
      </div>
    </Sheet>
  );
}

type ContactProps = { user: AdminUser; contacts: Contacts };

function Email({ user: { email, emailVerified, pendingEmail }, contacts: { textOf } }: ContactProps) {
  if (email === '' && pendingEmail === undefined) return 'None';
  return (
    <Proven isVerified={emailVerified} waiting={pendingEmail && textOf('New email', pendingEmail)}>
      {email !== '' && <EmailText email={textOf('Email', email)} />}
    </Proven>
  );
}

function Phone({ user: { phoneNumber, phoneVerified, pendingPhone }, contacts: { textOf } }: ContactProps) {
  if (phoneNumber === '') return 'None';
  return (
    <Proven isVerified={phoneVerified} waiting={pendingPhone && textOf('New phone', pendingPhone)}>
      {textOf('Phone', phoneNumber)}
    </Proven>
  );
}

function RegisteredName({ registeredName, nameVerified }: AdminUser) {
  if (registeredName === undefined) return 'Not known yet';
  return <Proven isVerified={nameVerified}>{registeredName}</Proven>;
}

type ProvenProps = { isVerified: boolean; waiting?: string | undefined; children: ReactNode };

function Proven({ isVerified, waiting, children }: ProvenProps) {
  return (
    <span className="fact-verified">
      <span>{children}</span>
      <StatusText status={isVerified ? 'Verified' : 'Not verified'} />
      {waiting !== undefined && <span className="tiny muted">Change to {waiting} waits to be proven</span>}
    </span>
  );
}

function Channels({ notifications, emailAlerts }: AdminUser) {
  const on = [notifications && 'push', emailAlerts && 'email alerts'].filter((word) => word !== false);
  return on.length === 0 ? 'All off' : on.join(' and ');
}
