import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import {
  addAdministrator,
  updateAdministrator,
  type AdministratorAccount,
} from '@zawadi/contract/administrators';
import { adminReason } from '@zawadi/contract/approvals';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { sayOutcome } from '../say-outcome.ts';
import { ROLE_OPTIONS } from './staff-words.ts';

type EditAdministratorProps = { member: AdministratorAccount; onClose: () => void; children: ReactNode };

const { name, staffRole } = addAdministrator.body.shape;
const form = z.object({ name, staffRole, reason: adminReason });
const FIELDS = { name: 'name', staffRole: 'staffRole', reason: 'reason' } as const;

/** Name and role of somebody else; more buttons stand below the fields. */
export function EditAdministrator({ member, onClose, children }: EditAdministratorProps) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { name: member.name, staffRole: member.staffRole, reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const { action } = await call(updateAdministrator, { params: { staffId: member.staffId }, body });
      sayOutcome(action, 'Staff account updated');
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.administrators }),
        queries.invalidateQueries({ queryKey: queryKeys.approvals }),
      ]);
    } catch (error) {
      showRefusal(error, { fields: FIELDS, setError, fallback: 'The account could not be saved.' });
    }
  });
  return (
    <FormDialog
      title={`Account of ${member.name}`}
      action="Save Changes"
      isBusy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="muted">
        Signs in as <span className="strong staff-email">{member.email}</span>. Another role counts within a
        second; a higher one that decides about money waits for a second administrator.
      </p>
      <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        help="Stays in the audit log, with your name"
        error={errors.reason?.message}
        {...register('reason')}
      />
      {children}
    </FormDialog>
  );
}
