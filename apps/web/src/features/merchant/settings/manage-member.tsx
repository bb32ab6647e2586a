import {
  addMember,
  resetMemberPassword,
  updateMember,
  type MemberAccount,
} from '@zawadi/contract/merchants-members';
import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { PlaceSelect } from '../places/place-select.tsx';
import { assignableRoles } from './member-roles.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

type EditMemberProps = { member: MemberAccount; onClose: () => void; children: ReactNode };

const { name, email, staffRole } = addMember.body.shape;
const form = z.object({
  name,
  email: z.union([z.literal(''), email.unwrap()]),
  staffRole,
  placeId: z.string(),
});

type ManageMemberProps = { member: MemberAccount; onClose: () => void };

/** Manages one staff member: details, password reset, and permission to sign in. */
export function ManageMember({ member, onClose }: ManageMemberProps) {
  const [asking, setAsking] = useState<'reset' | 'switch'>();
  if (asking === 'reset') return <ResetMemberPassword member={member} onClose={onClose} />;
  if (asking === 'switch') return <SwitchMember member={member} onClose={onClose} />;
  return (
    <EditMember member={member} onClose={onClose}>
      <div className="actions">
        <Button variant="secondary" small onClick={() => setAsking('reset')}>
          {say('Reset password')}
        </Button>
        <Button variant="secondary" small onClick={() => setAsking('switch')}>
          {member.status === 'ACTIVE' ? say('Disable account') : say('Enable account')}
        </Button>
      </div>
    </EditMember>
  );
}

type MemberDialogProps = { member: MemberAccount; onClose: () => void };

/** Confirms a password reset. The server then e-mails a temporary password. */
function ResetMemberPassword({ member, onClose }: MemberDialogProps) {
  const { staffId, name, email } = member;
  return (
    <ConfirmDialog
      title={say('Reset the password of {name}?', { name })}
      action={say('Reset password')}
      busyLabel={say('Resetting...')}
      variant="danger"
      confirm={() => call(resetMemberPassword, { params: { staffId }, body: {} })}
      onDone={useFinish(say('Temporary password sent by email'), onClose)}
      onClose={onClose}
    >
      <p className="muted">
        {email === null
          ? say(
              'We sign {name} out everywhere, switch two-factor authentication off, and send a temporary password to your business email.',
              { name },
            )
          : say(
              'We sign {name} out everywhere, switch two-factor authentication off, and send a temporary password to {email}.',
              { name, email },
            )}
      </p>
    </ConfirmDialog>
  );
}

/** Enables or disables a staff member. Warns that disabling ends their sessions. */
function SwitchMember({ member, onClose }: MemberDialogProps) {
  const { staffId, name } = member;
  const isActive = member.status === 'ACTIVE';
  const status = isActive ? 'DISABLED' : 'ACTIVE';
  return (
    <ConfirmDialog
      title={
        isActive
          ? say('Disable the account of {name}?', { name })
          : say('Enable the account of {name}?', { name })
      }
      action={isActive ? say('Disable account') : say('Enable account')}
      variant={isActive ? 'danger' : 'primary'}
      confirm={() => call(updateMember, { params: { staffId }, body: { status } })}
      onDone={useFinish(isActive ? say('Account disabled') : say('Account enabled'), onClose)}
      onClose={onClose}
    >
      <p className="muted">
        {isActive
          ? say('We sign {name} out at once, and {name} cannot sign in. Past redemptions stay on record.', {
              name,
            })
          : say('{name} can sign in again with the same password.', { name })}
      </p>
    </ConfirmDialog>
  );
}

function useFinish(said: string, onClose: () => void) {
  const queries = useQueryClient();
  return () => {
    toast.success(said);
    onClose();
    void queries.invalidateQueries({ queryKey: queryKeys.members });
  };
}

/** Edits name, email address and role of a staff member. `children` are more buttons below the fields. */
function EditMember({ member, onClose, children }: EditMemberProps) {
  const { staffId, signInCode } = member;
  const { register, submit, isBusy, problemOf } = useContractForm(updateMember, {
    schema: form,
    defaultValues: {
      name: member.name,
      email: member.email ?? '',
      staffRole: member.staffRole === 'manager' ? 'manager' : 'cashier',
      placeId: member.placeId ?? '',
    },
    inputOf: (typed) => ({
      params: { staffId },
      body: { ...typed, email: typed.email || null, placeId: typed.placeId || null },
    }),
    onSaved: () => {
      toast.success(say('Staff account updated'));
      onClose();
    },
    refresh: [queryKeys.members],
    fallback: say('The account could not be saved.'),
  });
  return (
    <FormDialog
      title={say('Account of {name}', { name: member.name })}
      action={say('Save Changes')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        <RichText text="Signs in as <b>{code}</b>" code={signInCode} />
      </p>
      <TextField label={say('Name')} autoComplete="off" error={problemOf('name')} {...register('name')} />
      <SelectField label={say('Role')} options={assignableRoles()} {...register('staffRole')} />
      <PlaceSelect allLabel={say('All places')} error={problemOf('placeId')} {...register('placeId')} />
      <TextField
        label={say('Email')}
        type="email"
        isOptional
        autoComplete="off"
        help={say('If you leave this empty, we send messages to your business email.')}
        error={problemOf('email')}
        {...register('email')}
      />
      {children}
    </FormDialog>
  );
}
