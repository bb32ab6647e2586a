import { addMerchant, brandColor, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { adminReason } from '@zawadi/contract/approvals';
import { z } from 'zod';

const DEFAULT_COLOUR = '#007BFF';

const { brandingConfig: _branding, ...contact } = addMerchant.body.shape;

/** What both dialogs hold. */
export const merchantForm = z.object({
  ...contact,
  status: updateMerchant.body.shape.status.unwrap(),
  /** Why the status changes; empty while it stays. */
  reason: z.string(),
  primaryColor: brandColor,
  logoUrl: updateMerchant.body.shape.brandingConfig.unwrap().shape.logoUrl.unwrap(),
});
export type MerchantFormFields = z.infer<typeof merchantForm>;

/** As both, for a merchant whose change of status needs a reason. */
export function changedForm({ status: before }: Pick<Merchant, 'status'>) {
  return merchantForm.check(({ value: { status, reason }, issues }) => {
    const problem = status === before ? undefined : adminReason.safeParse(reason).error?.issues[0]?.message;
    if (problem !== undefined)
      issues.push({ code: 'custom', path: ['reason'], message: problem, input: reason });
  });
}

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
  reason: '',
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
    reason: '',
    primaryColor,
    logoUrl,
  };
}
