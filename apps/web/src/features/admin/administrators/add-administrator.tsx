import { addAdministrator } from '@zawadi/contract/administrators';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { sayOutcome } from '../say-outcome.ts';
import { ROLE_OPTIONS } from './staff-words.ts';

/** An account for one more person of the operator; the temporary password is mailed. */
export function AddAdministrator({ onClose }: { onClose: () => void }) {
  const { register, submit, isBusy, problemOf } = useContractForm(addAdministrator, {
    schema: addAdministrator.body,
    defaultValues: { name: '', email: '', staffRole: 'read-only' },
    onSaved: ({ action }, { email }) => {
      sayOutcome(action, 'Staff account added', `A temporary password was mailed to ${email}.`);
      onClose();
    },
    refresh: [queryKeys.administrators, queryKeys.approvals],
    codes: { administrator_known: 'email' },
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
      <p className="muted">
        A temporary password is mailed; at the first sign-in it has to be replaced by one of their own. With a
        role that decides about money, Administrator or Finance, this waits for a second administrator.
      </p>
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        error={problemOf('email')}
        {...register('email')}
      />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      <TextField
        label="Reason"
        autoComplete="off"
        isOptional
        maxLength={200}
        help="What the second administrator reads"
        error={problemOf('reason')}
        {...register('reason', { setValueAs: (typed: string) => typed || undefined })}
      />
    </FormDialog>
  );
}
