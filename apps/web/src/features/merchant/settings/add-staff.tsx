import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { addStaff } from '@zawadi/contract/merchants-staff';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { useMerchant } from '../../session/session.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ASSIGNABLE_ROLES } from './staff-roles.ts';

const form = addStaff.body.extend({ email: z.union([z.literal(''), addStaff.body.shape.email.unwrap()]) });
const FIELDS = { name: 'name', handle: 'handle', email: 'email', staffRole: 'staffRole' } as const;

/** An account for one more person; the temporary password is mailed. */
export function AddStaff({ onClose }: { onClose: () => void }) {
  const { merchantCode } = useMerchant();
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<
    z.input<typeof form>,
    unknown,
    z.output<typeof form>
  >({
    resolver: zodResolver(form),
    defaultValues: { name: '', handle: '', email: '', staffRole: 'cashier' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email, ...typed }) => {
    try {
      const added = await call(addStaff, { body: { ...typed, ...(email !== '' && { email }) } });
      toast.success('Staff account added', `${added.signInCode} signs in with the password we have mailed.`);
      onClose();
      await queries.invalidateQueries({ queryKey: queryKeys.merchantStaff });
    } catch (error) {
      showRefusal(error, {
        fields: FIELDS,
        codes: { handle_taken: 'handle' },
        setError,
        fallback: 'The account could not be added.',
      });
    }
  });
  return (
    <FormDialog
      title="Add staff"
      action="Add staff"
      busyLabel="Adding..."
      isBusy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Sign-in name"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        help={`What follows the dot in ${merchantCode}.juma`}
        error={errors.handle?.message}
        {...register('handle')}
      />
      <SelectField label="Role" options={ASSIGNABLE_ROLES} {...register('staffRole')} />
      <TextField
        label="Email"
        type="email"
        isOptional
        autoComplete="off"
        help="Without one the temporary password comes to the business’s own address."
        error={errors.email?.message}
        {...register('email')}
      />
    </FormDialog>
  );
}
