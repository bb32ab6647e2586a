import { Link } from '@tanstack/react-router';
import type { AdministratorAccount } from '@zawadi/contract/admin-staff';
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
    <li>
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
      <div className="what">
        <b>
          {name} {isSelf && <span className="muted">(you)</span>}
        </b>
        <span className="when">
          {ROLE_WORDS[staffRole]} · <span className="staff-email">{email}</span>
        </span>
        <div className="when">
          {lastLogin === undefined ? (
            'Has not signed in yet'
          ) : (
            <>
              Last sign-in <Time at={lastLogin} />
            </>
          )}
          {securityText(member, isTwoFactorRequired)}
        </div>
        <p className="row small">
          <Link
            to="/admin/settings/audit"
            search={{ actorId: staffId }}
            aria-label={`What they did: ${name}`}
          >
            What they did
          </Link>
          <Link
            to="/admin/settings/audit"
            search={{ subjectKind: 'staff', subjectId: staffId }}
            aria-label={`Changes of the account: ${name}`}
          >
            Changes of the account
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
  if (member.mustChangePassword) return ' · has a temporary password';
  if (member.twoFactorEnabled) return ' · two-factor on';
  return isTwoFactorRequired ? ' · has to set up two-factor' : ' · two-factor off';
}
