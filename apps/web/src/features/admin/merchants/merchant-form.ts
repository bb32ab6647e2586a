import { addMerchant, brandColor, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { z } from 'zod';

const DEFAULT_COLOUR = '#007BFF';

const { brandingConfig: _branding, ...contact } = addMerchant.body.shape;

/** What both dialogs hold. */
export const merchantForm = z.object({
  ...contact,
  status: updateMerchant.body.shape.status.unwrap(),
  primaryColor: brandColor,
  logoUrl: updateMerchant.body.shape.brandingConfig.unwrap().shape.logoUrl.unwrap(),
});
export type MerchantFormFields = z.infer<typeof merchantForm>;

/** Which field of the form carries a field of the wire. */
export const WIRE_FIELDS = {
  'brandingConfig.primaryColor': 'primaryColor',
  'brandingConfig.logoUrl': 'logoUrl',
} as const;

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

export const emptyForm: MerchantFormFields = {
  businessName: '',
  contactName: '',
  contactEmail: '',
  contactPhoneNumber: '',
  status: 'PENDING',
  primaryColor: DEFAULT_COLOUR,
  logoUrl: '',
};

export function formOf(merchant: Merchant): MerchantFormFields {
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
