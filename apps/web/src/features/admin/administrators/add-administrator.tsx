import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { addAdministrator } from '@zawadi/contract/administrators';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { sayOutcome } from '../say-outcome.ts';
import { ROLE_OPTIONS } from './staff-words.ts';

const form = addAdministrator.body;
const FIELDS = { name: 'name', email: 'email', staffRole: 'staffRole', reason: 'reason' } as const;

/** An account for one more person of the operator; the temporary password is mailed. */
export function AddAdministrator({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<
    z.input<typeof form>,
    unknown,
    z.output<typeof form>
  >({
    resolver: zodResolver(form),
    defaultValues: { name: '', email: '', staffRole: 'read-only' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const { action } = await call(addAdministrator, { body });
      sayOutcome(action, 'Staff account added', `A temporary password was mailed to ${body.email}.`);
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.administrators }),
        queries.invalidateQueries({ queryKey: queryKeys.approvals }),
      ]);
    } catch (error) {
      showRefusal(error, {
        fields: FIELDS,
        codes: { administrator_known: 'email' },
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
      <p className="muted">
        A temporary password is mailed; at the first sign-in it has to be replaced by one of their own. With a
        role that decides about money, Administrator or Finance, this waits for a second administrator.
      </p>
      <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      <TextField
        label="Reason"
        autoComplete="off"
        isOptional
        maxLength={200}
        help="What the second administrator reads"
        error={errors.reason?.message}
        {...register('reason', { setValueAs: (typed: string) => typed || undefined })}
      />
    </FormDialog>
  );
}
