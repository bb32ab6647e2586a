import { useParams } from '@tanstack/react-router';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { queryKeys } from '../../../api/query-keys.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { BackLink, DetailScreen } from '../../lists/detail-screen.tsx';
import type { ListLink } from '../../lists/detail-screen.tsx';
import { useUserRecord } from './use-users.ts';
import { RecordSkeleton } from '../record-skeleton.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { UserActions } from './user-actions.tsx';
import { UserContacts } from './user-contacts.tsx';
import { UserDevices } from './user-devices.tsx';
import { UserLocks } from './user-locks.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserStatus } from './user-status.tsx';
import { UserVouchers } from './user-vouchers.tsx';
import { UserWallet } from './user-wallet.tsx';
import { fullNameOf } from './user-words.ts';
import './users.css';

const USERS: ListLink = { to: '/admin/users', label: 'Users' };

/** One consumer: who they are, what they have, what holds them up, and how they can be helped. */
export function UserScreen() {
  const { userId } = useParams({ from: '/admin/users/$userId' });
  return (
    <DetailScreen
      query={useUserRecord(userId)}
      title="User"
      list={USERS}
      missing={{ title: 'There is no such user', text: 'No user has this ID.', all: 'All users' }}
      failed={{ title: 'Failed to load this user' }}
      skeleton={<RecordSkeleton />}
    >
      {(user, isFetching) => <Record user={user} isFetching={isFetching} />}
    </DetailScreen>
  );
}

function Record({ user, isFetching }: { user: AdminUser; isFetching: boolean }) {
  const { userId, email, status } = user;
  return (
    <>
      <PageTitle
        title={fullNameOf(user)}
        above={<BackLink {...USERS} />}
        aside={<RefreshButton queryKey={queryKeys.adminUsers} isBusy={isFetching} />}
      >
        {status !== 'DELETED' && email} <UserStatus status={status} />
      </PageTitle>
      <UserNotes user={user} />
      <UserActions user={user} />
      <UserWallet user={user} />
      <div className="cols even">
        <UserContacts user={user} />
        <div className="stack-5">
          <UserLocks user={user} />
          <UserDevices userId={userId} />
        </div>
      </div>
      <UserVouchers user={user} />
      <AuditLink subjectKind="user" subjectId={userId} />
    </>
  );
}
