import { addStaff } from '@zawadi/contract/merchants-staff';
import { z } from 'zod';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useMerchant } from '../../session/session.tsx';
import { ASSIGNABLE_ROLES } from './staff-roles.ts';

const form = addStaff.body.extend({ email: z.union([z.literal(''), addStaff.body.shape.email.unwrap()]) });

/** An account for one more person; the temporary password is mailed. */
export function AddStaff({ onClose }: { onClose: () => void }) {
  const { merchantCode } = useMerchant();
  const { register, submit, isBusy, problemOf } = useContractForm(addStaff, {
    schema: form,
    defaultValues: { name: '', handle: '', email: '', staffRole: 'cashier' },
    inputOf: ({ email, ...typed }) => ({ body: { ...typed, ...(email !== '' && { email }) } }),
    onSaved: ({ signInCode }) => {
      toast.success('Staff account added', `${signInCode} signs in with the password we have mailed.`);
      onClose();
    },
    refresh: [queryKeys.merchantStaff],
    codes: { handle_taken: 'handle' },
    fallback: 'The account could not be added.',
  });
  return (
    <FormDialog
      title="Add staff"
      action="Add staff"
      busyLabel="Adding..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <TextField
        label="Sign-in name"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        help={`What follows the dot in ${merchantCode}.juma`}
        error={problemOf('handle')}
        {...register('handle')}
      />
      <SelectField label="Role" options={ASSIGNABLE_ROLES} {...register('staffRole')} />
      <TextField
        label="Email"
        type="email"
        isOptional
        autoComplete="off"
        help="Without one the temporary password comes to the business’s own address."
        error={problemOf('email')}
        {...register('email')}
      />
    </FormDialog>
  );
}
