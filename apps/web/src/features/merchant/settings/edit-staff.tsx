import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { addStaff, updateStaff, type StaffAccount } from '@zawadi/contract/merchants-staff';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ASSIGNABLE_ROLES } from './staff-roles.ts';

type EditStaffProps = { member: StaffAccount; onClose: () => void; children: ReactNode };

const { name, email, staffRole } = addStaff.body.shape;
const form = z.object({ name, email: z.union([z.literal(''), email.unwrap()]), staffRole });
const FIELDS = { name: 'name', email: 'email', staffRole: 'staffRole' } as const;

/** Name, address and role of a member of the staff; more buttons stand below the fields. */
export function EditStaff({ member, onClose, children }: EditStaffProps) {
  const queries = useQueryClient();
  const { staffId, signInCode } = member;
  const { register, handleSubmit, setError, formState } = useForm<
    z.input<typeof form>,
    unknown,
    z.output<typeof form>
  >({
    resolver: zodResolver(form),
    defaultValues: {
      name: member.name,
      email: member.email ?? '',
      staffRole: member.staffRole === 'manager' ? 'manager' : 'cashier',
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed) => {
    try {
      const body = { ...typed, email: typed.email === '' ? null : typed.email };
      await call(updateStaff, { params: { staffId }, body });
      toast.success('Staff account updated');
      onClose();
      await queries.invalidateQueries({ queryKey: queryKeys.merchantStaff });
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
        Signs in as <b className="strong">{signInCode}</b>
      </p>
      <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <SelectField label="Role" options={ASSIGNABLE_ROLES} {...register('staffRole')} />
      <TextField
        label="Email"
        type="email"
        isOptional
        autoComplete="off"
        help="Without one, messages come to the business’s own address."
        error={errors.email?.message}
        {...register('email')}
      />
      {children}
    </FormDialog>
  );
}
