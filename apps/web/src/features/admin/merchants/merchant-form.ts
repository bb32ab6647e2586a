import { addMerchant, brandColor, updateMerchant } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { placeFields } from '@zawadi/contract/merchants-places';
import { adminReason } from '@zawadi/contract/approvals';
import { z } from 'zod';
import { placeFormOf } from '../../shop/place-fields.tsx';

const DEFAULT_COLOUR = '#007BFF';

const { brandingConfig: _branding, place: _place, ...contact } = addMerchant.body.shape;

/** Fields shared by the dialogs that add and edit a merchant. */
export const merchantForm = z.object({
  ...contact,
  ...placeFields,
  status: updateMerchant.body.shape.status.unwrap(),
  /** Reason for a new status or contact; may stay empty otherwise. */
  reason: z.string(),
  primaryColor: brandColor,
  logoUrl: updateMerchant.body.shape.brandingConfig.unwrap().shape.logoUrl.unwrap(),
});
export type MerchantFormFields = z.infer<typeof merchantForm>;

type Reached = Pick<Merchant, 'contactEmail' | 'contactPhoneNumber'>;

/** Returns whether the contact's phone number or email changes; ignores the format of the number. */
export function isContactMoved(before: Reached, typed: Reached): boolean {
  const number = contact.contactPhoneNumber.safeParse(typed.contactPhoneNumber).data;
  const address = contact.contactEmail.safeParse(typed.contactEmail).data;
  return (
    (number !== undefined && number !== before.contactPhoneNumber) ||
    (address !== undefined && address !== before.contactEmail)
  );
}

/** Returns whether the edit needs a reason. */
export function needsReason(before: Merchant, typed: Reached & Pick<Merchant, 'status'>): boolean {
  return typed.status !== before.status || isContactMoved(before, typed);
}

/** Schema for an edited merchant: a change of status or contact needs a reason. */
export function changedForm(before: Merchant) {
  return merchantForm.check(({ value, issues }) => {
    if (!needsReason(before, value)) return;
    const { reason } = value;
    const problem = adminReason.safeParse(reason).error?.issues[0]?.message;
    if (problem !== undefined)
      issues.push({ code: 'custom', path: ['reason'], message: problem, input: reason });
  });
}

/** Maps fields of the request to fields of the form. */
export const WIRE_FIELDS = {
  'brandingConfig.primaryColor': 'primaryColor',
  'brandingConfig.logoUrl': 'logoUrl',
  'place.category': 'category',
  'place.town': 'town',
  'place.street': 'street',
  'place.phoneNumber': 'phoneNumber',
  'place.mapLink': 'mapLink',
} as const;

/** Returns the fields that the requests to add and to edit a merchant share. */
export function bodyOf(typed: MerchantFormFields) {
  const { businessName, contactName, contactEmail, contactPhoneNumber, primaryColor, logoUrl } = typed;
  const { category, town, street, phoneNumber, mapLink } = typed;
  return {
    businessName,
    contactName,
    contactEmail,
    contactPhoneNumber,
    brandingConfig: { primaryColor, logoUrl },
    place: { category, town, street, phoneNumber, mapLink },
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
  ...placeFormOf({}),
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
    ...placeFormOf(merchant.place),
  };
}
