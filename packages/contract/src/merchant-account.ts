import { z } from 'zod';
import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  listDevices,
  renewRecoveryCodes,
  signOutDevice,
  signOutEverywhere,
  startTwoFactor,
} from './account.ts';
import { deviceToken, generatePasswordOtp, resetPassword, resetPasswordByLink } from './users.ts';
import { endpoint } from './endpoint.ts';
import { merchantCode } from './merchants.ts';
import { objectToContactChange } from './users-profile.ts';
import { merchantStaff, merchantStaffRole } from './staff-roles.ts';
import { email, newPassword, oneTimeCode, presentedPassword, uuid } from './text.ts';

const ofMerchants = {
  audience: 'merchant',
  staffRoles: merchantStaff.everybody,
  tag: 'Merchant account',
} as const;

/** Whoever is signed in for a merchant: its owner or a member of its staff. */
export const merchantMember = z.object({
  staffId: uuid,
  /** What is typed as merchant code when signing in. */
  signInCode: z.string(),
  name: z.string(),
  /** Where codes and notices go; a member without an own address shares the contact's. */
  email: z.string(),
  staffRole: merchantStaffRole,
  mustChangePassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
});
export type MerchantMember = z.infer<typeof merchantMember>;

export const merchantMe = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/merchants/v1/me',
  isBeforePasswordChange: true,
  summary: 'Who is signed in, and in which role',
  answer: merchantMember,
  refusals: [],
});

/** The first sign-in too: the temporary password is the current one then. */
export const changeMerchantPassword = endpoint({
  ...changePassword,
  ...ofMerchants,
  path: '/api/merchants/v1/password/change',
  isBeforePasswordChange: true,
});

export const generateMerchantPasswordOtp = endpoint({
  ...generatePasswordOtp,
  path: '/api/merchants/v1/password/generate-otp',
  tag: ofMerchants.tag,
  summary: 'Mail a reset code when code and address belong together; the answer never tells',
  body: z.object({ merchantCode, email, deviceToken: deviceToken.optional() }),
});

export const resetMerchantPassword = endpoint({
  ...resetPassword,
  path: '/api/merchants/v1/password/reset',
  tag: ofMerchants.tag,
  body: z.object({ merchantCode, email, otp: oneTimeCode, password: newPassword }),
});

export const resetMerchantPasswordByLink = endpoint({
  ...resetPasswordByLink,
  path: '/api/merchants/v1/password/reset-by-link',
  tag: ofMerchants.tag,
});

/** The link is in the mail to the contact's former address. Pressed again within its 72 hours, it does nothing more. */
export const objectToMerchantContactChange = endpoint({
  ...objectToContactChange,
  path: '/api/merchants/v1/contact-email/not-me',
  tag: ofMerchants.tag,
  summary:
    'Say that somebody else asked for another contact address: keeps the former one, ends the owner’s sessions, and closes what needs the password until it is reset; gives no access',
});

export const startMerchantTwoFactor = endpoint({
  ...startTwoFactor,
  ...ofMerchants,
  path: '/api/merchants/v1/2fa/start',
  body: z.object({ password: presentedPassword }),
  refusals: ['two_factor_on', 'password_wrong', 'password_reset_needed', 'too_many_requests', 'overloaded'],
});

export const enableMerchantTwoFactor = endpoint({
  ...enableTwoFactor,
  ...ofMerchants,
  path: '/api/merchants/v1/2fa/enable',
});

export const disableMerchantTwoFactor = endpoint({
  ...disableTwoFactor,
  ...ofMerchants,
  path: '/api/merchants/v1/2fa/disable',
});

export const renewMerchantRecoveryCodes = endpoint({
  ...renewRecoveryCodes,
  ...ofMerchants,
  path: '/api/merchants/v1/2fa/recovery-codes',
});

export const listMerchantDevices = endpoint({
  ...listDevices,
  ...ofMerchants,
  path: '/api/merchants/v1/devices',
});

export const signOutMerchantDevice = endpoint({
  ...signOutDevice,
  ...ofMerchants,
  path: '/api/merchants/v1/devices/:id',
});

export const signOutMerchantEverywhere = endpoint({
  ...signOutEverywhere,
  ...ofMerchants,
  path: '/api/merchants/v1/sign-out-everywhere',
});
