import { Link } from '@tanstack/react-router';
import {
  addAdministrator,
  updateAdministrator,
  type AdministratorAccount,
} from '@zawadi/contract/administrators';
import { useWatch } from 'react-hook-form';
import { useState, type ReactNode } from 'react';
import { adminReason } from '@zawadi/contract/approvals';
import { z } from 'zod';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { initials } from '../../../ui/initials.ts';
import { Time } from '../../../ui/time.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { WhatHappens } from '../approvals/what-happens.tsx';
import { sayOutcome } from '../say-outcome.ts';
import { ROLE_OPTIONS, ROLE_WORDS } from './staff-words.ts';
import {
  ResetAdministratorPassword,
  ResetAdministratorTwoFactor,
  SwitchAdministrator,
} from './administrator-confirm-dialogs.tsx';
import './staff.css';

type EditAdministratorProps = { member: AdministratorAccount; onClose: () => void; children: ReactNode };

const { name, staffRole } = addAdministrator.body.shape;
const form = z.object({ name, staffRole, reason: adminReason });

type ManageAdministratorProps = { member: AdministratorAccount; onClose: () => void };

const QUESTIONS = {
  password: ResetAdministratorPassword,
  'two-factor': ResetAdministratorTwoFactor,
  switch: SwitchAdministrator,
} as const;

type AdministratorRowProps = {
  member: AdministratorAccount;
  isTwoFactorRequired: boolean;
  canBeManaged: boolean;
};

/** One account: who, what they may do, how safe it is, and what they did. */
export function AdministratorRow({ member, isTwoFactorRequired, canBeManaged }: AdministratorRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { administratorId, name, email, staffRole, status, lastLogin, isSelf } = member;
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
          <Link
            to="/admin/settings/audit"
            search={{ actorId: administratorId }}
            aria-label={`Audit log of ${name}`}
          >
            Audit log
          </Link>
          <Link
            to="/admin/settings/audit"
            search={{ subjectKind: 'staff', subjectId: administratorId }}
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

/** One account of the operator's staff: name and role, its safety, and whether it may sign in. */
function ManageAdministrator({ member, onClose }: ManageAdministratorProps) {
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

/** Name and role of another administrator; more buttons stand below the fields. */
function EditAdministrator({ member, onClose, children }: EditAdministratorProps) {
  const { register, control, submit, isBusy, problemOf } = useContractForm(updateAdministrator, {
    schema: form,
    defaultValues: { name: member.name, staffRole: member.staffRole, reason: '' },
    inputOf: (body) => ({ params: { administratorId: member.administratorId }, body }),
    onSaved: ({ action }) => {
      sayOutcome(action, 'Staff account updated');
      onClose();
    },
    refresh: [queryKeys.administrators, queryKeys.approvals],
    fallback: 'The account could not be saved.',
  });
  const role = useWatch({ control, name: 'staffRole' });
  return (
    <FormDialog
      title={`Account of ${member.name}`}
      action="Save Changes"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        Signs in as <span className="strong staff-email">{member.email}</span>.
      </p>
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      {role !== member.staffRole && (
        <WhatHappens
          action={{ kind: 'staff-role', administratorId: member.administratorId, staffRole: role }}
        />
      )}
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}

        error={problemOf('reason')}
        {...register('reason')}
      />
      {children}
    </FormDialog>
  );
}
