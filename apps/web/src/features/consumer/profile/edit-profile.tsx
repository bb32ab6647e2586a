import { updateProfile } from '@zawadi/contract/account';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { NameFields } from '../../../ui/name-fields.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { resolverOf } from '../../forms/typed-fields.ts';
import { profileChanges, profileProblems, savedProfile } from './profile-form.ts';
import type { ProfileForm } from './profile-form.ts';

const FIELDS = { firstName: 'firstName', lastName: 'lastName', email: 'email', phone: 'phone' } as const;

/** Names and contacts as fields. Cancel leaves them unsaved; a new address or number then waits to be verified. */
export function EditProfile({ onDone }: { onDone: () => void }) {
  const user = useUser();
  const { reload } = useSession();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<ProfileForm>({
    defaultValues: savedProfile(user),
    resolver: resolverOf(profileProblems),
  });
  useEffect(() => setFocus('firstName'), [setFocus]);
  const submit = handleSubmit(async (typed) => {
    try {
      await call(updateProfile, { body: profileChanges(user, typed) });
      await reload();
      toast.success(say('Profile updated successfully'));
      onDone();
    } catch (error) {
      const fallback = say('Failed to update profile. Please try again.');
      showRefusal<ProfileForm>(error, { fields: FIELDS, setError, fallback });
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <NameFields
        first={{ ...register('firstName'), error: errors.firstName?.message }}
        last={{ ...register('lastName'), error: errors.lastName?.message }}
      />
      <TextField
        label={say('Email')}
        type="email"
        autoComplete="email"
        help={say('We send a link to a new address. Until it is opened, the old one stays.')}
        error={errors.email?.message}
        {...register('email')}
      />
      <PhoneField
        label={say('Phone number')}
        help={say('We send a code to a new number. Until it is entered, the old one stays.')}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <div className="actions">
        <Button type="submit" isBusy={isSubmitting} busyLabel={say('Saving...')}>
          {say('Save Changes')}
        </Button>
        <Button variant="secondary" disabled={isSubmitting} onClick={onDone}>
          {say('Cancel')}
        </Button>
      </div>
    </form>
  );
}
