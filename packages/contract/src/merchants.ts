import { z } from 'zod';
import { adminReason, actionOutcome } from './approvals.ts';
import { deviceToken, signedIn } from './users.ts';
import { endpoint } from './endpoint.ts';
import { sample, sampleContact, samplePlace } from './example-values.ts';
import { logoUrl } from './logo-url.ts';
import { placeFields, shopPlace } from './merchants-places.ts';
import { balanceShillings } from './money.ts';
import { memberRoles, administratorRoles } from './roles.ts';
import { email, msisdn, presentedPassword, secondFactor, timestamp, uuid } from './text.ts';
import { businessName, fullName } from './names.ts';
import { passkeyAnswer } from './webauthn.ts';
import { plainSymbols } from './pasted.ts';

/** `DUKA001` for the owner, or `DUKA001.juma` for one of the staff. Not case-sensitive. */
export const merchantCode = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,12}(\.[A-Z0-9_-]{1,30})?$/u, { error: 'Please enter a valid merchant code' });

/** `DUKA001`: the code of a merchant, without a staff member's name. Not case-sensitive. */
export const bareMerchantCode = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,12}$/u, { error: 'Please enter a valid merchant code' });

export const merchantStatus = z.enum(['ACTIVE', 'PENDING', 'SUSPENDED', 'INACTIVE']);

export const brandColor = z.string().regex(/^#[0-9a-fA-F]{6}$/u, { error: 'Please choose a colour' });

export const brandingConfig = z.object({ primaryColor: brandColor, logoUrl: z.string().optional() });

export const merchant = z.object({
  merchantId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhoneNumber: z.string(),
  status: merchantStatus,
  brandingConfig,
  /** The main place, where customers find the shop; public. */
  place: shopPlace,
  createdAt: timestamp,
  lastUpdatedAt: timestamp,
  lastLogin: timestamp.nullable(),
  currentBalance: balanceShillings,
  role: z.object({ name: z.literal('ROLE_MERCHANT') }),
  /** Whether the caller must replace a temporary password. For an administrator's call: whether the owner must. */
  mustChangePassword: z.boolean(),
  apiKey: z.string(),
});
export type Merchant = z.infer<typeof merchant>;

/** A merchant as its own staff see it: a cashier, or a manager of one place, gets only the fields of the till. */
export const merchantAtWork = merchant
  .extend({
    /** Name of the signed-in person; absent for an administrator. */
    memberName: z.string().optional(),
    /** The only place where the signed-in person works; absent for all places. */
    ownPlace: z.object({ placeId: uuid, name: z.string() }).optional(),
  })
  .partial({
    contactName: true,
    contactEmail: true,
    contactPhoneNumber: true,
    place: true,
    createdAt: true,
    lastUpdatedAt: true,
    lastLogin: true,
    currentBalance: true,
    apiKey: true,
  });
export type MerchantAtWork = z.infer<typeof merchantAtWork>;

export const merchantLogin = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/login',
  audience: 'anyone',
  tag: 'Merchants',
  isRefusedToBlocked: true,
  summary: 'Sign in as a merchant',
  body: z.object({
    merchantCode,
    password: presentedPassword,
    rememberMe: z.boolean().default(false),
    otp: secondFactor.optional(),
    /** A passkey in place of `otp`. */
    passkey: passkeyAnswer.optional(),
    deviceToken: deviceToken.optional(),
  }),
  example: {
    body: { merchantCode: sample.merchantCode, password: sample.password, rememberMe: true, otp: sample.otp },
  },
  answer: signedIn,
  message: 'Login successful!',
  refusals: [
    'invalid_credentials',
    'temporary_password_expired',
    'two_factor_required',
    'otp_invalid',
    'passkey_refused',
    'merchant_not_active',
    'too_many_requests',
    'overloaded',
  ],
  bindsSession: true,
  rate: { perMinute: 600, guesses: 60 },
});

export const updateMerchantSecret = endpoint({
  method: 'PUT',
  path: '/api/merchants/v1/update-secret',
  needsStepUp: true,
  audience: 'merchant',
  roles: memberRoles.owner,
  tag: 'Merchants',
  summary:
    'Make a new API secret; the old one stops working at once, the new one is shown once, and the owner is notified by mail',
  body: z.object({ apiKey: z.string().max(100) }),
  example: { body: { apiKey: 'zk_unknown' } },
  answer: z.object({ apiSecret: z.string() }),
  message: 'API Secret Regenerated',
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 10 },
});

const chosenPlace = z.object(placeFields).partial();

const chosenBranding = z.object({ primaryColor: brandColor.optional(), logoUrl: logoUrl.optional() });

export const addMerchant = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/signup',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.administrator,
  tag: 'Merchants',
  summary:
    'Add a merchant, pending approval; the contact gets the merchant code and a temporary password by email',
  body: z.object({
    businessName,
    contactName: fullName,
    contactEmail: email,
    contactPhoneNumber: msisdn,
    brandingConfig: chosenBranding.optional(),
    place: chosenPlace.optional(),
  }),
  example: {
    body: {
      businessName: 'Kiosk',
      ...sampleContact,
      brandingConfig: {},
      place: samplePlace,
    },
  },
  answer: merchant.extend({
    /** Other merchants whose contact has the same email address, so that the administrator asks: is this a branch? */
    sameContact: z.array(z.object({ merchantId: uuid, merchantCode: z.string(), businessName: z.string() })),
  }),
  message: 'Merchant added successfully!',
  refusals: ['too_many_requests', 'overloaded', 'logo_not_fetched', 'picture_unreadable'],
  rate: { perMinute: 30 },
});

/**
 * Reason for a change of status. The timeline, the audit log and the approver of a closing show it. Calls as the
 * specification describes them have no reason. They stay valid, but cannot close a merchant.
 */
const statusReason = adminReason.optional();

/** Omitted fields stay unchanged. */
export const updateMerchant = endpoint({
  method: 'PUT',
  path: '/api/merchants/v1/update',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.administrator,
  tag: 'Merchants',
  summary: 'Change a merchant, including its status: approve, suspend, reactivate, close',
  body: z
    .object({
      merchantId: uuid,
      businessName: businessName.optional(),
      contactName: fullName.optional(),
      contactEmail: email.optional(),
      contactPhoneNumber: msisdn.optional(),
      status: merchantStatus.optional(),
      brandingConfig: chosenBranding.optional(),
      place: chosenPlace.optional(),
      reason: statusReason,
    })
    .refine(({ status, reason }) => status !== 'INACTIVE' || reason !== undefined, {
      path: ['reason'],
      error: 'Please give a reason',
    }),
  example: {
    body: {
      merchantId: sample.id,
      businessName: 'Kiosk',
      ...sampleContact,
      status: 'ACTIVE',
      brandingConfig: {},
      place: samplePlace,
      reason: sample.reason,
    },
  },
  /**
   * `action` is present if the change may wait for a second administrator. These are a new email address or number of
   * the contact, an activation by the administrator who added the merchant, and closing a merchant that is owed much.
   */
  answer: merchant.extend({ action: actionOutcome.optional() }),
  message: 'Merchant updated successfully!',
  refusals: [
    'not_found',
    'approval_open',
    'approval_outdated',
    'overloaded',
    'logo_not_fetched',
    'picture_unreadable',
  ],
});

export const suspendMerchant = endpoint({
  method: 'DELETE',
  path: '/api/merchants/v1/delete',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.administrator,
  tag: 'Merchants',
  summary: 'Suspend a merchant: its sign-ins and keys stop working within a second, its balance stays',
  body: z.object({ merchantId: uuid, reason: statusReason }),
  example: { body: { merchantId: sample.id, reason: sample.reason } },
  answer: merchant,
  message: 'Merchant suspended successfully!',
  refusals: ['not_found'],
});
