import type { AdministratorAccount } from '@zawadi/contract/administrators';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EditAdministrator } from './edit-administrator.tsx';
import {
  ResetAdministratorPassword,
  ResetAdministratorTwoFactor,
  SwitchAdministrator,
} from './administrator-confirm-dialogs.tsx';

type ManageAdministratorProps = { member: AdministratorAccount; onClose: () => void };

const QUESTIONS = {
  password: ResetAdministratorPassword,
  'two-factor': ResetAdministratorTwoFactor,
  switch: SwitchAdministrator,
} as const;

/** One account of the operator's staff: name and role, its safety, and whether it may sign in. */
export function ManageAdministrator({ member, onClose }: ManageAdministratorProps) {
  const [asking, setAsking] = useState<keyof typeof QUESTIONS>();
  if (asking !== undefined) {
    const Question = QUESTIONS[asking];
    return <Question member={member} onClose={onClose} />;
  }
  return (
    <EditAdministrator member={member} onClose={onClose}>
      <div className="actions">
        <Button variant="secondary" small onClick={() => setAsking('password')}>
          Reset password
        </Button>
        {(member.twoFactorEnabled || member.hasPasskey) && (
          <Button variant="secondary" small onClick={() => setAsking('two-factor')}>
            Reset two-factor
          </Button>
        )}
        <Button variant="secondary" small onClick={() => setAsking('switch')}>
          {member.status === 'ACTIVE' ? 'Disable account' : 'Enable account'}
        </Button>
      </div>
    </EditAdministrator>
  );
}
