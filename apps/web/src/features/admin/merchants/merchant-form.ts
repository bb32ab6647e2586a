import { zodResolver } from '@hookform/resolvers/zod';
import { addMerchant, brandColor, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

const DEFAULT_COLOUR = '#007BFF';

const { brandingConfig: _branding, ...contact } = addMerchant.body.shape;

const form = z.object({
  ...contact,
  status: updateMerchant.body.shape.status.unwrap(),
  primaryColor: brandColor,
  logoUrl: updateMerchant.body.shape.brandingConfig.unwrap().shape.logoUrl.unwrap(),
});
export type MerchantFormFields = z.infer<typeof form>;

/** Which field of the form carries a field of the wire. */
export const WIRE_FIELDS = {
  businessName: 'businessName',
  contactName: 'contactName',
  contactEmail: 'contactEmail',
  contactPhoneNumber: 'contactPhoneNumber',
  'brandingConfig.primaryColor': 'primaryColor',
  'brandingConfig.logoUrl': 'logoUrl',
} as const;

/** The form of a new merchant, or of one that is there. */
export function useMerchantForm(merchant?: Merchant): UseFormReturn<MerchantFormFields> {
  return useForm<MerchantFormFields>({
    resolver: zodResolver(form),
    defaultValues: merchant === undefined ? emptyForm : formOf(merchant),
  });
}

/** What both calls take of the form. */
export function bodyOf(typed: MerchantFormFields) {
  const { businessName, contactName, contactEmail, contactPhoneNumber, primaryColor, logoUrl } = typed;
  return {
    businessName,
    contactName,
    contactEmail,
    contactPhoneNumber,
    brandingConfig: { primaryColor, logoUrl },
  };
}

const emptyForm: MerchantFormFields = {
  businessName: '',
  contactName: '',
  contactEmail: '',
  contactPhoneNumber: '',
  status: 'PENDING',
  primaryColor: DEFAULT_COLOUR,
  logoUrl: '',
};

function formOf(merchant: Merchant): MerchantFormFields {
  const { primaryColor, logoUrl = '' } = merchant.brandingConfig;
  return {
    businessName: merchant.businessName,
    contactName: merchant.contactName,
    contactEmail: merchant.contactEmail,
    contactPhoneNumber: merchant.contactPhoneNumber,
    status: merchant.status,
    primaryColor,
    logoUrl,
  };
}
