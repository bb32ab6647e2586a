import type { AdminUser } from '@zawadi/contract/admin-users';
import { unlockUser } from '@zawadi/contract/admin-users-actions';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRights } from '../use-rights.ts';
import { useKeepUser } from './use-keep-user.ts';
import { fullNameOf, lockText, lockTitle } from './user-words.ts';

/** What somebody has tried of late and is counted, whether it holds them up, and the way to forget it. */
export function UserLocks({ user }: { user: AdminUser }) {
  const { mayHelpCustomers } = useRights();
  const [isAsking, setAsking] = useState(false);
  const isOffered = mayHelpCustomers && user.locks.length > 0;
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
        <p className="small muted">No tries count against this person.</p>
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
  const keep = useKeepUser(onClose);
  return (
    <ConfirmDialog
      title={`Unlock ${fullNameOf(user)}?`}
      action="Unlock"
      busyLabel="Unlocking..."
      confirm={async () => keep(await call(unlockUser, { params: { userId }, body: {} }), 'Unlocked')}
      onClose={onClose}
    >
      <p className="muted">
        Failed sign-ins and codes are forgotten, and the next try is possible at once. Be sure that it is
        {` ${fullNameOf(user)} `}whom you are talking to.
      </p>
    </ConfirmDialog>
  );
}
