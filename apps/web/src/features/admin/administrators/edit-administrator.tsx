import { addAdministrator, updateAdministrator } from '@zawadi/contract/administrators';
import type { AdministratorAccount } from '@zawadi/contract/administrators';
import { adminReason } from '@zawadi/contract/approvals';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { sayOutcome } from '../say-outcome.ts';
import { ROLE_OPTIONS } from './staff-words.ts';

type EditAdministratorProps = { member: AdministratorAccount; onClose: () => void; children: ReactNode };

const { name, staffRole } = addAdministrator.body.shape;
const form = z.object({ name, staffRole, reason: adminReason });

/** Name and role of somebody else; more buttons stand below the fields. */
export function EditAdministrator({ member, onClose, children }: EditAdministratorProps) {
  const { register, submit, isBusy, problemOf } = useContractForm(updateAdministrator, {
    schema: form,
    defaultValues: { name: member.name, staffRole: member.staffRole, reason: '' },
    inputOf: (body) => ({ params: { staffId: member.staffId }, body }),
    onSaved: ({ action }) => {
      sayOutcome(action, 'Staff account updated');
      onClose();
    },
    refresh: [queryKeys.administrators, queryKeys.approvals],
    fallback: 'The account could not be saved.',
  });
  return (
    <FormDialog
      title={`Account of ${member.name}`}
      action="Save Changes"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        Signs in as <span className="strong staff-email">{member.email}</span>. Another role counts within a
        second; a higher one that decides about money waits for a second administrator.
      </p>
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        help="Stays in the audit log, with your name"
        error={problemOf('reason')}
        {...register('reason')}
      />
      {children}
    </FormDialog>
  );
}
