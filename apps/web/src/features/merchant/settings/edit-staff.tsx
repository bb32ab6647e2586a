import { addStaff, updateStaff } from '@zawadi/contract/merchants-staff';
import type { StaffAccount } from '@zawadi/contract/merchants-staff';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ASSIGNABLE_ROLES } from './staff-roles.ts';

type EditStaffProps = { member: StaffAccount; onClose: () => void; children: ReactNode };

const { name, email, staffRole } = addStaff.body.shape;
const form = z.object({ name, email: z.union([z.literal(''), email.unwrap()]), staffRole });

/** Name, address and role of a member of the staff; more buttons stand below the fields. */
export function EditStaff({ member, onClose, children }: EditStaffProps) {
  const { staffId, signInCode } = member;
  const { register, submit, isBusy, problemOf } = useContractForm(updateStaff, {
    schema: form,
    defaultValues: {
      name: member.name,
      email: member.email ?? '',
      staffRole: member.staffRole === 'manager' ? 'manager' : 'cashier',
    },
    inputOf: (typed) => ({
      params: { staffId },
      body: { ...typed, email: typed.email === '' ? null : typed.email },
    }),
    onSaved: () => {
      toast.success('Staff account updated');
      onClose();
    },
    refresh: [queryKeys.merchantStaff],
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
        Signs in as <b className="strong">{signInCode}</b>
      </p>
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <SelectField label="Role" options={ASSIGNABLE_ROLES} {...register('staffRole')} />
      <TextField
        label="Email"
        type="email"
        isOptional
        autoComplete="off"
        help="Without one, messages come to the business’s own address."
        error={problemOf('email')}
        {...register('email')}
      />
      {children}
    </FormDialog>
  );
}
