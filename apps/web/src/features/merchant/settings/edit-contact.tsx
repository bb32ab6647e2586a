import { updateMerchantProfile } from '@zawadi/contract/merchants-settings';
import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useSavedSettings } from './use-settings.ts';
import { say } from '../../../i18n/say.ts';

type EditContactProps = { profile: MerchantSettings['profile']; onClose: () => void };

/** Edits the contact person's name and phone number. */
export function EditContact({ profile, onClose }: EditContactProps) {
  const keepSaved = useSavedSettings();
  const { contactName, contactPhoneNumber } = profile;
  const { register, submit, isBusy, problemOf } = useContractForm(updateMerchantProfile, {
    schema: updateMerchantProfile.body,
    defaultValues: { contactName, contactPhoneNumber },
    onSaved: (saved) => {
      onClose();
      void keepSaved(saved, say('Profile saved'));
    },
    fallback: say('The profile could not be saved.'),
  });
  return (
    <FormDialog
      title={say('Edit contact')}
      action={say('Save Changes')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say('Contact person')}
        autoComplete="name"
        error={problemOf('contactName')}
        {...register('contactName')}
      />
      <PhoneField
        label={say('Phone number')}
        error={problemOf('contactPhoneNumber')}
        {...register('contactPhoneNumber')}
      />
    </FormDialog>
  );
}
