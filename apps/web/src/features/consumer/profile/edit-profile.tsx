import { updateProfile } from '@zawadi/contract/users-profile';
import { useEffect, useState } from 'react';
import { call, CallRefused } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { NameFields } from '../../../ui/name-fields.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { ProofDialog } from '../../account-security/proof-dialog.tsx';
import type { Proof } from '../../account-security/proof-form.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { profile, profileChanges, savedProfile, type ProfileChanges } from './profile-form.ts';

/**
 * Form of names and contacts; Cancel discards changes. A new email or phone number needs the password, and is then
 * verified.
 */
export function EditProfile({ onDone }: { onDone: () => void }) {
  const user = useUser();
  const { reload } = useSession();
  const [unproven, setUnproven] = useState<ProfileChanges>();
  const saved = async () => {
    await reload();
    toast.success(say('Profile updated successfully'));
    onDone();
  };
  const form = useContractForm(updateProfile, {
    schema: profile,
    defaultValues: savedProfile(user),
    inputOf: (edited) => ({ body: profileChanges(user, edited) }),
    onSaved: saved,
    onRefused: (error) => {
      const needsPassword = error instanceof CallRefused && error.code === 'password_required';
      if (needsPassword) setUnproven(profileChanges(user, profile.parse(form.getValues())));
      return needsPassword;
    },
    fallback: say('Failed to update profile. Please try again.'),
  });
  const { register, submit, setFocus, isBusy, problemOf, showError } = form;
  useEffect(() => setFocus('firstName'), [setFocus]);
  return (
    <>
      <form className="stack" noValidate onSubmit={submit}>
        <NameFields
          first={{ ...register('firstName'), error: problemOf('firstName') }}
          last={{ ...register('lastName'), error: problemOf('lastName') }}
        />
        <TextField
          label={say('Email')}
          type="email"
          autoComplete="email"
          help={say('We send a link to the new address. The old one stays until you open it.')}
          error={problemOf('email')}
          {...register('email')}
        />
        <PhoneField
          label={say('Phone number')}
          help={say('We send a code to the new number. The old one stays until you enter it.')}
          error={problemOf('phone')}
          {...register('phone')}
        />
        <div className="actions">
          <Button variant="secondary" disabled={isBusy} onClick={onDone}>
            {say('Cancel')}
          </Button>
          <Button type="submit" className="push" isBusy={isBusy} busyLabel={say('Saving...')}>
            {say('Save Changes')}
          </Button>
        </div>
      </form>
      {unproven !== undefined && (
        <NewContact
          save={async (proof) => {
            await call(updateProfile, { body: { ...unproven, ...proof } });
            await saved();
          }}
          onRefused={(error) => {
            setUnproven(undefined);
            showError(error);
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

/** Asks for the password before saving a new email or phone number; the form keeps its typed values. */
export function NewContact({ save, onRefused, onClose }: NewContactProps) {
  const { twoFactorEnabled } = useUser();
  const prove = ({ password, otp }: Proof) =>
    save({ currentPassword: password, ...(twoFactorEnabled && { otp }) });
  return (
    <ProofDialog
      title={say('Confirm it’s you')}
      action={say('Save Changes')}
      busyLabel={say('Saving...')}
      needsCode={twoFactorEnabled}
      prove={prove}
      onRefused={onRefused}
      onClose={onClose}
    >
      <p className="muted">{say('Enter your password. We also notify your current email and phone.')}</p>
    </ProofDialog>
  );
}
