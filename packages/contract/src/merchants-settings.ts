import { z } from 'zod';
import { takesPicture } from './users-account.ts';
import { banks, type BankName } from './banks.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { weekday } from './merchants-places.ts';
import { brandColor, brandingConfig } from './merchants.ts';
import { memberRoles } from './roles.ts';
import {
  email,
  msisdn,
  oneTimeCode,
  opaqueToken,
  presentedPassword,
  secondFactor,
  timestamp,
} from './text.ts';
import { fullName } from './names.ts';
import { plainSymbols } from './pasted.ts';

const tag = 'Merchant settings';
const ofOwnerAndManager = { audience: 'merchant', roles: memberRoles.ownerAndManager, tag } as const;
const ofOwners = { audience: 'merchant', roles: memberRoles.owner, tag } as const;
const withPassword = ['password_wrong', 'password_reset_needed', 'too_many_requests', 'overloaded'] as const;

/** When a merchant's settlements are made: a full hour in Nairobi, daily or weekly. */
export const settlementSchedule = z.discriminatedUnion('frequency', [
  z.object({ frequency: z.literal('daily'), hour: z.number().int().min(0).max(23) }),
  z.object({ frequency: z.literal('weekly'), weekday, hour: z.number().int().min(0).max(23) }),
]);
export type SettlementSchedule = z.infer<typeof settlementSchedule>;

const businessNumber = z
  .string()
  .overwrite(plainSymbols)
  .regex(/^[0-9]{5,7}$/u, { error: 'Please enter 5 to 7 digits' });

/** The account number for a payment to a pay bill, in the format that M-PESA accepts. */
const accountNumber = z
  .string()
  .overwrite(plainSymbols)
  .regex(/^[A-Za-z0-9/#-]{1,20}$/u, { error: 'Please use up to 20 letters and digits' });

export const bankName = z.enum(Object.keys(banks) as [BankName, ...BankName[]], {
  error: 'Please choose a bank',
});

const toBusinesses = [
  z.object({ kind: z.literal('till'), tillNumber: businessNumber }),
  z.object({ kind: z.literal('paybill'), payBillNumber: businessNumber, accountNumber }),
  z.object({ kind: z.literal('bank'), bankName, accountNumber }),
] as const;

/** Where a merchant's settlements are paid to. */
export const payoutChannel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mpesa'), msisdn }),
  ...toBusinesses,
]);
export type ChosenPayoutChannel = z.infer<typeof payoutChannel>;

const setPayoutChannel = z.object({
  channel: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('mpesa'), msisdn: z.string() }),
    ...toBusinesses,
  ]),
  /** Name of the channel on settlements. */
  shownAs: z.enum(['M-Pesa', 'Bank Transfer']),
  effectiveAt: timestamp,
});

export const merchantSettings = z.object({
  profile: z.object({
    businessName: z.string(),
    contactName: z.string(),
    contactEmail: z.string(),
    contactPhoneNumber: z.string(),
  }),
  brandingConfig,
  settlementSchedule,
  /** The current pay-out channel; null until one is set. */
  payoutChannel: setPayoutChannel.nullable(),
  /**
   * The next pay-out channel; null if none waits. Without `effectiveAt` it waits for the release by two administrators.
   */
  nextPayoutChannel: setPayoutChannel.extend({ effectiveAt: timestamp.nullable() }).nullable(),
  /** Whether settlements are held until two administrators have reviewed a change of the contact. */
  areSettlementsHeld: z.boolean(),
});
export type MerchantSettings = z.infer<typeof merchantSettings>;

export const readMerchantSettings = endpoint({
  ...ofOwnerAndManager,
  method: 'GET',
  path: '/api/merchants/v1/settings',
  summary: 'Get profile, branding, settlement schedule and pay-out channel',
  answer: merchantSettings,
  refusals: [],
});

export const updateMerchantProfile = endpoint({
  ...ofOwnerAndManager,
  method: 'PUT',
  path: '/api/merchants/v1/profile',
  summary: 'Change the contact person; only the operator changes the business name',
  body: z.object({ contactName: fullName, contactPhoneNumber: msisdn }),
  example: { body: { contactName: sample.name, contactPhoneNumber: sample.msisdn } },
  answer: merchantSettings,
  message: 'Profile saved',
  refusals: [],
});

/** The contact's email address can reset the owner's password, so only the owner may change it. */
export const generateContactEmailOtp = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/contact-email/generate-otp',
  summary: 'Mail a code to the contact’s new address',
  body: z.object({
    contactEmail: email,
    password: presentedPassword,
    /** Required while two-factor authentication is on. */
    otp: secondFactor.optional(),
  }),
  example: { body: { contactEmail: sample.email, password: sample.password } },
  answer: z.object({}),
  message: 'Code sent to the new address',
  refusals: [...withPassword, 'otp_required', 'verification_code_invalid'],
});

export const changeContactEmail = endpoint({
  ...ofOwners,
  method: 'PUT',
  path: '/api/merchants/v1/contact-email',
  summary:
    'Confirm a new email address of the contact with the code sent there; the former address is notified',
  body: z.object({ otp: oneTimeCode }),
  example: { body: { otp: sample.otp } },
  answer: merchantSettings,
  message: 'Email address changed',
  refusals: ['verification_code_invalid', 'too_many_requests'],
});

export const updateBranding = endpoint({
  ...ofOwnerAndManager,
  method: 'PUT',
  path: '/api/merchants/v1/branding',
  summary: 'Set the brand colour',
  body: z.object({ primaryColor: brandColor }),
  example: { body: { primaryColor: '#0A5A50' } },
  answer: merchantSettings,
  message: 'Brand colour saved',
  refusals: [],
});

/** The request's body is the picture file itself, with its own media type. */
export const putLogo = endpoint({
  ...ofOwnerAndManager,
  method: 'POST',
  path: '/api/merchants/v1/logo',
  summary: 'Set the logo; we scale it to fit 512 pixels and remove its metadata',
  ...takesPicture,
  answer: z.object({ logoUrl: z.string() }),
  message: 'Logo saved',
});

export const deleteLogo = endpoint({
  ...ofOwnerAndManager,
  method: 'DELETE',
  path: '/api/merchants/v1/logo',
  summary: 'Remove the logo; also succeeds if there is none',
  answer: z.object({}),
  message: 'Logo removed',
  refusals: [],
});

/** Serves the URL in `logoUrl`. Its name is random and changes with every new logo. */
export const readLogo = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/logos/:name',
  audience: 'anyone',
  tag,
  summary: 'Get a merchant’s logo, as image/webp',
  params: z.object({ name: opaqueToken }),
  example: { params: { name: sample.token } },
  answer: z.unknown(),
  refusals: ['not_found'],
  rate: { perMinute: 6_000, guesses: 'none' },
});

export const updateSettlementSchedule = endpoint({
  ...ofOwnerAndManager,
  method: 'PUT',
  path: '/api/merchants/v1/settlement-schedule',
  summary: 'Choose when money is paid out',
  body: z.object({ settlementSchedule }),
  example: { body: { settlementSchedule: { frequency: 'daily', hour: 9 } } },
  answer: merchantSettings,
  message: 'Settlement schedule saved',
  refusals: [],
});

export const updatePayoutChannel = endpoint({
  ...ofOwners,
  method: 'PUT',
  path: '/api/merchants/v1/payout-channel',
  needsStepUp: true,
  summary:
    'Set where money is paid out to; a change takes effect after 24 hours, and the owner is notified by mail. Within 7 days of a new contact set by an administrator, an owner reset or a manual adjustment it waits until two administrators release it',
  body: z.object({ password: presentedPassword, channel: payoutChannel }),
  example: { body: { password: sample.password, channel: { kind: 'till', tillNumber: '832909' } } },
  answer: merchantSettings,
  message: 'Pay-out channel saved',
  refusals: withPassword,
});
