import { Link, useParams } from '@tanstack/react-router';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { ArrowLeft } from 'lucide-react';
import { CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
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
import '../../lists/lists.css';
import './users.css';

/** One consumer: who they are, what they have, what holds them up, and how they can be helped. */
export function UserScreen() {
  const { userId } = useParams({ from: '/admin/users/$userId' });
  const { data: user, error, isFetching, refetch } = useUserRecord(userId);
  if (user !== undefined) return <Record user={user} isFetching={isFetching} />;
  const isMissing = error instanceof CallRefused && (error.status === 404 || error.status === 422);
  return (
    <>
      <PageTitle title="User" above={<Back />} />
      {error === null && <RecordSkeleton />}
      {error !== null && (
        <Sheet>
          {isMissing ? (
            <NoUser />
          ) : (
            <LoadFailure title="Failed to load this user" of={{ error, isFetching, refetch }} />
          )}
        </Sheet>
      )}
    </>
  );
}

function Record({ user, isFetching }: { user: AdminUser; isFetching: boolean }) {
  const { userId, email, status } = user;
  return (
    <>
      <PageTitle
        title={fullNameOf(user)}
        above={<Back />}
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

function Back() {
  return (
    <Link className="back" to="/admin/users">
      <Icon of={ArrowLeft} />
      Users
    </Link>
  );
}

function NoUser() {
  return (
    <EmptyState
      title="There is no such user"
      action={
        <Link className={buttonClass({ variant: 'secondary' })} to="/admin/users">
          All users
        </Link>
      }
    >
      Nobody has this ID.
    </EmptyState>
  );
}
