import { zodResolver } from '@hookform/resolvers/zod';
import { updateMerchantProfile, type MerchantSettings } from '@zawadi/contract/merchants-settings';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useKeepSaved } from './use-settings.ts';

type EditContactProps = { profile: MerchantSettings['profile']; onClose: () => void };

const FIELDS = { contactName: 'contactName', contactPhoneNumber: 'contactPhoneNumber' } as const;

/** Name and number of the person we talk to. */
export function EditContact({ profile, onClose }: EditContactProps) {
  const keepSaved = useKeepSaved();
  const { contactName, contactPhoneNumber } = profile;
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(updateMerchantProfile.body),
    defaultValues: { contactName, contactPhoneNumber },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const saved = await call(updateMerchantProfile, { body });
      onClose();
      await keepSaved(saved, 'Profile saved');
    } catch (error) {
      showRefusal(error, { fields: FIELDS, setError, fallback: 'The profile could not be saved.' });
    }
  });
  return (
    <FormDialog
      title="Edit contact"
      action="Save Changes"
      isBusy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label="Contact person"
        autoComplete="name"
        error={errors.contactName?.message}
        {...register('contactName')}
      />
      <PhoneField
        label="Phone number"
        error={errors.contactPhoneNumber?.message}
        {...register('contactPhoneNumber')}
      />
    </FormDialog>
  );
}
