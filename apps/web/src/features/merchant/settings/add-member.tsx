import { addMember } from '@zawadi/contract/merchants-members';
import { z } from 'zod';
import { queryKeys } from '../../../api/query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useMerchant } from '../../session/session.tsx';
import { PlaceSelect } from '../places/place-select.tsx';
import { assignableRoles } from './member-roles.ts';
import { say } from '../../../i18n/say.ts';

const form = addMember.body.extend({
  email: z.union([z.literal(''), addMember.body.shape.email.unwrap()]),
  placeId: z.string(),
});

/** Adds a staff member. The server e-mails a temporary password to them. */
export function AddMember({ onClose }: { onClose: () => void }) {
  const { merchantCode } = useMerchant();
  const { register, submit, isBusy, problemOf } = useContractForm(addMember, {
    schema: form,
    defaultValues: { name: '', handle: '', email: '', staffRole: 'cashier', placeId: '' },
    inputOf: ({ email, placeId, ...typed }) => ({
      body: { ...typed, placeId: placeId || null, ...(email !== '' && { email }) },
    }),
    onSaved: ({ signInCode }) => {
      toast.success(
        say('Staff account added'),
        say('{code} can sign in with the password we sent by email.', { code: signInCode }),
      );
      onClose();
    },
    refresh: [queryKeys.members],
    codes: { handle_taken: 'handle' },
    fallback: say('The account could not be added.'),
  });
  return (
    <FormDialog
      title={say('Add staff')}
      action={say('Add staff')}
      busyLabel={say('Adding...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={say('Name')} autoComplete="off" error={problemOf('name')} {...register('name')} />
      <TextField
        label={say('Sign-in name')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        help={say('The part after the dot in {example}', { example: `${merchantCode}.juma` })}
        error={problemOf('handle')}
        {...register('handle')}
      />
      <SelectField label={say('Role')} options={assignableRoles()} {...register('staffRole')} />
      <PlaceSelect
        allLabel={say('All places')}
        help={say(
          'The place of their redemptions. At all places, the till says where it is. A manager of one place sees only that place.',
        )}
        error={problemOf('placeId')}
        {...register('placeId')}
      />
      <TextField
        label={say('Email')}
        type="email"
        isOptional
        autoComplete="off"
        help={say('If you leave this empty, we send the temporary password to your business email.')}
        error={problemOf('email')}
        {...register('email')}
      />
    </FormDialog>
  );
}
