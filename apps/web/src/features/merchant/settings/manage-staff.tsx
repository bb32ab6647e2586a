import type { StaffAccount } from '@zawadi/contract/merchants-staff';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EditStaff } from './edit-staff.tsx';
import { ResetStaffPassword, SwitchStaff } from './staff-confirm-dialogs.tsx';

type ManageStaffProps = { member: StaffAccount; onClose: () => void };

/** One account of the staff: what it says, its password, and whether it may sign in. */
export function ManageStaff({ member, onClose }: ManageStaffProps) {
  const [asking, setAsking] = useState<'reset' | 'switch'>();
  if (asking === 'reset') return <ResetStaffPassword member={member} onClose={onClose} />;
  if (asking === 'switch') return <SwitchStaff member={member} onClose={onClose} />;
  return (
    <EditStaff member={member} onClose={onClose}>
      <div className="actions">
        <Button variant="secondary" small onClick={() => setAsking('reset')}>
          Reset password
        </Button>
        <Button variant="secondary" small onClick={() => setAsking('switch')}>
          {member.status === 'ACTIVE' ? 'Disable account' : 'Enable account'}
        </Button>
      </div>
    </EditStaff>
  );
}
