import { Link } from '@tanstack/react-router';
import type { AdministratorAccount } from '@zawadi/contract/administrators';
import { useState } from 'react';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { initials } from '../../../ui/initials.ts';
import { Time } from '../../../ui/time.tsx';
import { ManageAdministrator } from './manage-administrator.tsx';
import { ROLE_WORDS } from './staff-words.ts';
import './staff.css';

type AdministratorRowProps = {
  member: AdministratorAccount;
  isTwoFactorRequired: boolean;
  canBeManaged: boolean;
};

/** One account: who, what they may do, how safe it is, and what they did. */
export function AdministratorRow({ member, isTwoFactorRequired, canBeManaged }: AdministratorRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { staffId, name, email, staffRole, status, lastLogin, isSelf } = member;
  return (
    <li className="staff-member">
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
      <div className="what">
        <b>
          {name} {isSelf && <span className="muted">(you)</span>}
        </b>
        <span className="when staff-parts">
          <span>{ROLE_WORDS[staffRole]}</span>
          <span className="staff-email">{email}</span>
        </span>
        <div className="when staff-parts">
          {lastLogin === undefined ? (
            <span>Has not signed in yet</span>
          ) : (
            <span>
              Last sign-in <Time at={lastLogin} />
            </span>
          )}
          <span>{securityText(member, isTwoFactorRequired)}</span>
        </div>
        <p className="staff-parts small">
          <Link to="/admin/settings/audit" search={{ actorId: staffId }} aria-label={`Audit log of ${name}`}>
            Audit log
          </Link>
          <Link
            to="/admin/settings/audit"
            search={{ subjectKind: 'staff', subjectId: staffId }}
            aria-label={`Account history of ${name}`}
          >
            Account history
          </Link>
        </p>
      </div>
      <div className="side">
        {status === 'DISABLED' && <StatusBadge status="Inactive" />}
        {canBeManaged && (
          <Button variant="quiet" small aria-label={`Manage ${name}`} onClick={() => setOpen(true)}>
            Manage
          </Button>
        )}
      </div>
      {isOpen && <ManageAdministrator member={member} onClose={() => setOpen(false)} />}
    </li>
  );
}

function securityText(member: AdministratorAccount, isTwoFactorRequired: boolean): string {
  if (member.mustChangePassword) return 'has a temporary password';
  if (member.twoFactorEnabled) return 'two-factor on';
  return isTwoFactorRequired ? 'has to set up two-factor' : 'two-factor off';
}
