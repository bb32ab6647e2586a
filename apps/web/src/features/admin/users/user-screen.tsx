import { useParams } from '@tanstack/react-router';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { Monitor, Smartphone } from 'lucide-react';
import { unlockUser } from '@zawadi/contract/admin-users-actions';
import { useState } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { deviceName } from '../../account-security/device-name.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { RecordSkeleton } from '../record-skeleton.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { BlockButton } from '../block-list/block-button.tsx';
import { NotesSheet } from '../notes/notes-sheet.tsx';
import { AlertsAbout } from '../fraud/alerts-about.tsx';
import { CasesAbout } from '../fraud-cases/cases-about.tsx';
import { useRights } from '../use-rights.ts';
import { useUserDevices, useUserRecord } from './use-users.ts';
import { UserDangers } from './close-user.tsx';
import { UserActions } from './user-actions.tsx';
import { UserContacts } from './user-contacts.tsx';
import { UserStatus } from './user-status.tsx';
import { UserUssd } from './user-ussd.tsx';
import { UserVouchers } from './user-vouchers.tsx';
import { UserWallet } from './user-wallet.tsx';
import { fullNameOf, lockText, lockTitle } from './user-words.ts';
import { WalletFrozen } from './freeze-wallet.tsx';
import { TimelineSheet } from '../timelines/timeline-sheet.tsx';
import { LostContactsState } from '../lost-contacts/lost-contacts.tsx';
import { OwnLimits } from '../own-limits/own-limits.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { useUserUpdate } from './use-keep-user.ts';
import './users.css';

const USERS: ListLink = { to: '/admin/users', label: 'Users' };

/** One consumer: identity, money, locks and possible actions. */
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
        aside={<RefreshButton queryKey={adminQueryKeys.adminUsers} isBusy={isFetching} />}
      >
        {status !== 'DELETED' && email} <UserStatus status={status} />
      </PageTitle>
      <UserNotes user={user} />
      <WaitingApprovals subjectId={userId} />
      {user.lostContacts !== undefined && <LostContactsState of={user.lostContacts} />}
      {user.walletFreeze !== undefined && <WalletFrozen freeze={user.walletFreeze} />}
      <UserActions user={user} />
      <UserWallet user={user} />
      <div className="cols even">
        <UserContacts user={user} />
        <div className="stack-5">
          <UserLocks user={user} />
          <OwnLimits of={{ subjectKind: 'user', subjectId: userId }} />
          <UserDevices userId={userId} />
          {user.phoneVerified && <UserUssd userId={userId} />}
          <NotesSheet about={{ subjectKind: 'user', subjectId: userId }} />
          <AlertsAbout of={{ userId }} />
          <CasesAbout about={{ kind: 'user', userId, name: fullNameOf(user) }} />
        </div>
      </div>
      <TimelineSheet of={{ subjectKind: 'user', subjectId: userId }} />
      <UserVouchers user={user} />
      <UserDangers user={user} />
      <AuditLink subjectKind="user" subjectId={userId} />
    </>
  );
}

/** Shows first that the account is frozen or closed. */
function UserNotes({ user: { frozen, closedAt } }: { user: AdminUser }) {
  if (closedAt !== undefined) {
    return (
      <Alert>
        Closed {exactTimeText(new Date(closedAt))}. Personal data is erased; the transactions are kept.
      </Alert>
    );
  }
  if (frozen === undefined) return null;
  return (
    <Alert tone="danger">
      <b className="strong">Frozen by {frozen.by},</b> {exactTimeText(new Date(frozen.at))}: {frozen.reason}
    </Alert>
  );
}

/** The devices where a consumer is signed in. */
function UserDevices({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useUserDevices(userId);
  return (
    <Sheet title="Signed-in devices">
      {data === undefined && error === null && <ListSkeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadFailure title="Failed to load the devices" of={{ error, isFetching, refetch }} />
      )}
      {data?.devices.length === 0 && <EmptyState title="Not signed in anywhere" />}
      <ul className="moves">
        {data?.devices.map((device) => (
          <li key={device.id}>
            <span className="tile">
              <Icon of={/android|ios|iphone/iu.test(device.system) ? Smartphone : Monitor} />
            </span>
            <div className="what">
              <b>{deviceName(device)}</b>
              <div className="when">
                Used <Time at={device.lastUsedAt} /> · {device.address}
              </div>
              <div className="when">
                Signed in <Time at={device.signedInAt} />
                {device.getsPush && ' · notifications on'}
              </div>
            </div>
            {device.deviceKey !== undefined && (
              <div className="side">
                <BlockButton label="Block device" target={{ kind: 'device', value: device.deviceKey }} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** A consumer's failed attempts, whether they block the account, and a button that clears them. */
function UserLocks({ user }: { user: AdminUser }) {
  const { mayHelp } = useRights();
  const [isAsking, setAsking] = useState(false);
  const isOffered = mayHelp && user.locks.length > 0;
  return (
    <Sheet
      title="Locks"
      action={
        isOffered && (
          <Button variant="secondary" small onClick={() => setAsking(true)}>
            Unlock
          </Button>
        )
      }
      isPadded
    >
      {user.locks.length === 0 ? (
        <p className="small muted">No failed attempts count against this person.</p>
      ) : (
        <ul className="user-locks">
          {user.locks.map((lock) => (
            <li key={lock.kind}>
              <b>{lockTitle(lock)}</b>
              <span className="small muted">{lockText(lock)}</span>
            </li>
          ))}
        </ul>
      )}
      {isAsking && <Unlock user={user} onClose={() => setAsking(false)} />}
    </Sheet>
  );
}

function Unlock({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { userId } = user;
  const keep = useUserUpdate(onClose);
  return (
    <ConfirmDialog
      title={`Unlock ${fullNameOf(user)}?`}
      reason="required"
      action="Unlock"
      busyLabel="Unlocking..."
      confirm={(reason) => call(unlockUser, { params: { userId }, body: { reason } })}
      onDone={(unlocked) => keep(unlocked, 'Unlocked')}
      onClose={onClose}
    >
      The person can try again at once. Make sure that you are talking to {fullNameOf(user)}.
    </ConfirmDialog>
  );
}
