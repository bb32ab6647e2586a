import { brandColor } from '@zawadi/contract/merchants';
import { useController } from 'react-hook-form';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourField } from '../../../ui/colour-field.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import type { ContractForm } from '../../forms/use-contract-form.ts';
import type { MerchantFormFields } from './merchant-form.ts';

type Form = { form: ContractForm<MerchantFormFields> };

/** Fields of the business and its contact person. */
export function ContactFields({ form: { register, problemOf } }: Form) {
  return (
    <>
      <TextField
        label="Business name"
        autoComplete="off"
        error={problemOf('businessName')}
        {...register('businessName')}
      />
      <TextField
        label="Contact name"
        autoComplete="off"
        error={problemOf('contactName')}
        {...register('contactName')}
      />
      <TextField
        label="Contact email"
        type="email"
        autoComplete="off"
        error={problemOf('contactEmail')}
        {...register('contactEmail')}
      />
      <PhoneField
        label="Contact phone number"
        autoComplete="off"
        error={problemOf('contactPhoneNumber')}
        {...register('contactPhoneNumber')}
      />
    </>
  );
}

/**
 * Fields for the colour and logo of a merchant's portal.
 * @param savedLogo URL of the current logo, which the administrator can remove
 */
export function BrandFields({ form, savedLogo }: Form & { savedLogo?: string | undefined }) {
  const { control, problemOf } = form;
  const { field } = useController({ control, name: 'primaryColor' });
  return (
    <>
      <ColourField
        label="Brand colour"
        pickLabel="Pick the brand colour"
        error={problemOf('primaryColor') && 'Please enter a colour such as #007BFF'}
        value={field.value}
        shown={brandColor.safeParse(field.value).data ?? '#007BFF'}
        onChange={field.onChange}
      />
      {savedLogo === undefined ? (
        <p className="small muted">
          The merchant uploads the logo, in the portal under Settings. Until then the initial stands on the
          colour.
        </p>
      ) : (
        <SavedLogo form={form} address={savedLogo} />
      )}
    </>
  );
}

function SavedLogo({ form: { control }, address }: Form & { address: string }) {
  const { field, fieldState } = useController({ control, name: 'logoUrl' });
  const { ref, name, value, onBlur, onChange } = field;
  return (
    <div className="row">
      <img className="avatar rounded-md object-contain" src={address} alt="Logo" width="40" height="40" />
      <Checkbox
        label="Remove the logo; the merchant can upload another under Settings"
        error={fieldState.error?.message}
        name={name}
        ref={ref}
        checked={value === ''}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.checked ? '' : address)}
      />
    </div>
  );
}
