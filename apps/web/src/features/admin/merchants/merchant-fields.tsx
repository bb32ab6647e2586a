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
      {savedLogo === undefined ? <LogoAddress form={form} /> : <SavedLogo form={form} address={savedLogo} />}
    </>
  );
}

function LogoAddress({ form: { register, problemOf } }: Form) {
  return (
    <TextField
      label="Logo address"
      placeholder="https://example.com/logo.png"
      help="We fetch this picture once and store it. The merchant can also upload a logo under Settings."
      inputMode="url"
      autoComplete="off"
      isOptional
      error={problemOf('logoUrl')}
      {...register('logoUrl')}
    />
  );
}

function SavedLogo({ form, address }: Form & { address: string }) {
  const { field } = useController({ control: form.control, name: 'logoUrl' });
  const isReplaced = field.value !== address;
  return (
    <>
      <div className="row">
        <img className="avatar rounded-md object-contain" src={address} alt="Logo" width="40" height="40" />
        <Checkbox
          label="Remove or replace the logo"
          checked={isReplaced}
          onChange={({ target }) => field.onChange(target.checked ? '' : address)}
        />
      </div>
      {isReplaced && <LogoAddress form={form} />}
    </>
  );
}
