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
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';
import {
  ResetAdministratorPassword,
  ResetAdministratorTwoFactor,
  SwitchAdministrator,
} from './administrator-confirm-dialogs.tsx';
import './administrators.css';

type EditAdministratorProps = { account: AdministratorAccount; onClose: () => void; children: ReactNode };

const { name, staffRole } = addAdministrator.body.shape;
const form = z.object({ name, staffRole, reason: adminReason });

type ManageAdministratorProps = { account: AdministratorAccount; onClose: () => void };

const QUESTIONS = {
  password: ResetAdministratorPassword,
  'two-factor': ResetAdministratorTwoFactor,
  switch: SwitchAdministrator,
} as const;

type AdministratorRowProps = {
  account: AdministratorAccount;
  isTwoFactorRequired: boolean;
  canBeManaged: boolean;
};

/** One administrator: name, role, second factor and last actions. */
export function AdministratorRow({ account, isTwoFactorRequired, canBeManaged }: AdministratorRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { administratorId, name, email, staffRole, status, lastLogin, isSelf } = account;
  return (
    <li className="administrator-item">
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
      <div className="what">
        <b>
          {name} {isSelf && <span className="muted">(you)</span>}
        </b>
        <span className="when administrator-parts">
          <span>{ROLE_WORDS[staffRole]}</span>
          <span className="administrator-email">{email}</span>
        </span>
        <div className="when administrator-parts">
          {lastLogin === undefined ? (
            <span>Has not signed in yet</span>
          ) : (
            <span>
              Last sign-in <Time at={lastLogin} />
            </span>
          )}
          <span>{securityText(account, isTwoFactorRequired)}</span>
        </div>
        <p className="administrator-parts small">
          <Link
            to="/admin/settings/audit"
            search={{ actorId: administratorId }}
            aria-label={`Audit log of ${name}`}
          >
            Audit log
          </Link>
          <Link
            to="/admin/settings/audit"
            search={{ subjectKind: 'administrator', subjectId: administratorId }}
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
      {isOpen && <ManageAdministrator account={account} onClose={() => setOpen(false)} />}
    </li>
  );
}

function securityText(account: AdministratorAccount, isTwoFactorRequired: boolean): string {
  if (account.mustChangePassword) return 'has a temporary password';
  if (account.twoFactorEnabled) return 'two-factor on';
  return isTwoFactorRequired ? 'has to set up two-factor' : 'two-factor off';
}

/** Dialog about one administrator: name and role, account security, and whether the account may sign in. */
function ManageAdministrator({ account, onClose }: ManageAdministratorProps) {
  const [asking, setAsking] = useState<keyof typeof QUESTIONS>();
  if (asking !== undefined) {
    const Question = QUESTIONS[asking];
    return <Question account={account} onClose={onClose} />;
  }
  return (
    <EditAdministrator account={account} onClose={onClose}>
      <div className="actions">
        <Button variant="secondary" small onClick={() => setAsking('password')}>
          Reset password
        </Button>
        {(account.twoFactorEnabled || account.hasPasskey) && (
          <Button variant="secondary" small onClick={() => setAsking('two-factor')}>
            Reset two-factor
          </Button>
        )}
        <Button variant="secondary" small onClick={() => setAsking('switch')}>
          {account.status === 'ACTIVE' ? 'Disable account' : 'Enable account'}
        </Button>
      </div>
    </EditAdministrator>
  );
}

/** Edits name and role of another administrator; `children` are further buttons below the fields. */
function EditAdministrator({ account, onClose, children }: EditAdministratorProps) {
  const { register, control, submit, isBusy, problemOf } = useContractForm(updateAdministrator, {
    schema: form,
    defaultValues: { name: account.name, staffRole: account.staffRole, reason: '' },
    inputOf: (body) => ({ params: { administratorId: account.administratorId }, body }),
    onSaved: ({ action }) => {
      toastOutcome(action, 'Administrator updated');
      onClose();
    },
    refresh: [adminQueryKeys.administrators, adminQueryKeys.approvals],
    fallback: 'The account could not be saved.',
  });
  const role = useWatch({ control, name: 'staffRole' });
  return (
    <FormDialog
      title={`Account of ${account.name}`}
      action="Save Changes"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        Signs in as <span className="strong administrator-email">{account.email}</span>.
      </p>
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      {role !== account.staffRole && (
        <EffectOfAction
          action={{ kind: 'administrator-role', administratorId: account.administratorId, staffRole: role }}
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
