import { updateProfile } from '@zawadi/contract/users-profile';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, CallRefused } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { NameFields } from '../../../ui/name-fields.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { ProofDialog } from '../../account-security/proof-dialog.tsx';
import type { Proof } from '../../account-security/proof-form.ts';
import { showRefusal } from '../../forms/show-refusal.ts';
import { resolverOf } from '../../forms/typed-fields.ts';
import {
  profileChanges,
  profileProblems,
  savedProfile,
  type ProfileChanges,
  type ProfileForm,
} from './profile-form.ts';

const FIELDS = { firstName: 'firstName', lastName: 'lastName', email: 'email', phone: 'phone' } as const;

/**
 * Names and contacts as fields. Cancel leaves them unsaved; a new address or number needs the password, and then waits
 * to be verified.
 */
export function EditProfile({ onDone }: { onDone: () => void }) {
  const user = useUser();
  const { reload } = useSession();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<ProfileForm>({
    defaultValues: savedProfile(user),
    resolver: resolverOf(profileProblems),
  });
  useEffect(() => setFocus('firstName'), [setFocus]);
  const [unproven, setUnproven] = useState<ProfileChanges>();
  const save = async (changes: ProfileChanges) => {
    await call(updateProfile, { body: changes });
    await reload();
    toast.success(say('Profile updated successfully'));
    onDone();
  };
  const refused = (error: unknown) => {
    const fallback = say('Failed to update profile. Please try again.');
    showRefusal<ProfileForm>(error, { fields: FIELDS, setError, fallback });
  };
  const submit = handleSubmit(async (typed) => {
    const changes = profileChanges(user, typed);
    try {
      await save(changes);
    } catch (error) {
      if (error instanceof CallRefused && error.code === 'password_required') setUnproven(changes);
      else refused(error);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <>
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
      {unproven !== undefined && (
        <NewContact
          save={(proof) => save({ ...unproven, ...proof })}
          onRefused={(error) => {
            setUnproven(undefined);
            refused(error);
          }}
          onClose={() => setUnproven(undefined)}
        />
      )}
    </>
  );
}

type NewContactProps = {
  save: (proof: Pick<ProfileChanges, 'currentPassword' | 'otp'>) => Promise<void>;
  onRefused: (error: unknown) => void;
  onClose: () => void;
};

/** Asks for the password before a new address or number; what was typed in the form stays. */
function NewContact({ save, onRefused, onClose }: NewContactProps) {
  const { twoFactorEnabled } = useUser();
  const prove = ({ password, otp }: Proof) =>
    save({ currentPassword: password, ...(twoFactorEnabled && { otp }) });
  return (
    <ProofDialog
      title={say('Is it you who changes this?')}
      action={say('Save Changes')}
      busyLabel={say('Saving...')}
      needsCode={twoFactorEnabled}
      prove={prove}
      onRefused={onRefused}
      onClose={onClose}
    >
      <p className="muted">
        {say('Your password confirms it. We also tell your present address and number.')}
      </p>
    </ProofDialog>
  );
}
