import { brandColor } from '@zawadi/contract/merchants';
import { useController } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { ColourField } from '../../../ui/colour-field.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import type { MerchantFormFields } from './merchant-form.ts';

type Form = { form: UseFormReturn<MerchantFormFields> };

/** The business and whom we talk to. */
export function ContactFields({ form: { register, formState } }: Form) {
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Business name"
        autoComplete="off"
        error={errors.businessName?.message}
        {...register('businessName')}
      />
      <TextField
        label="Contact name"
        autoComplete="off"
        error={errors.contactName?.message}
        {...register('contactName')}
      />
      <TextField
        label="Contact email"
        type="email"
        autoComplete="off"
        error={errors.contactEmail?.message}
        {...register('contactEmail')}
      />
      <PhoneField
        label="Contact phone number"
        autoComplete="off"
        error={errors.contactPhoneNumber?.message}
        {...register('contactPhoneNumber')}
      />
    </>
  );
}

/** Colour and logo of a merchant's portal. */
export function BrandFields({ form: { control, register, formState } }: Form) {
  const { errors } = formState;
  const { field } = useController({ control, name: 'primaryColor' });
  return (
    <>
      <ColourField
        label="Brand colour"
        pickLabel="Pick the brand colour"
        error={errors.primaryColor && 'Please enter a colour such as #007BFF'}
        value={field.value}
        shown={brandColor.safeParse(field.value).data ?? '#007BFF'}
        onChange={field.onChange}
      />
      <TextField
        label="Logo URL"
        type="url"
        isOptional
        autoComplete="off"
        placeholder="https://"
        error={errors.logoUrl?.message}
        {...register('logoUrl')}
      />
    </>
  );
}
