import {
  generateAdminPasswordOtp,
  generatePasswordOtp,
  resetAdminPassword,
  resetAdminPasswordByLink,
  resetMerchantPassword,
  resetMerchantPasswordByLink,
  resetPassword,
  resetPasswordByLink,
} from '@zawadi/contract/account-security-resets';
import type { Login } from './return-to-login.ts';

/** Page that sends a reset code, for each sign-in. */
export const forgotPageOf = {
  '/login': { to: '/forgot-password' },
  '/merchant/login': { to: '/merchant/forgot-password' },
  '/admin/login': { to: '/forgot-password', search: { login: '/admin/login' } },
} as const satisfies Record<Login, object>;

/** Returns the call that mails a reset code and link to a consumer or an administrator, if the address is known. */
export function resetMailOf(login: Login) {
  return login === '/admin/login' ? generateAdminPasswordOtp : generatePasswordOtp;
}

/** The call that sets a new password with the mailed code, for each sign-in. */
export const resetOf = {
  '/login': resetPassword,
  '/merchant/login': resetMerchantPassword,
  '/admin/login': resetAdminPassword,
} as const satisfies Record<Login, object>;

/** The same with the token of the mailed link, which identifies the account. */
export const resetByLinkOf = {
  '/login': resetPasswordByLink,
  '/merchant/login': resetMerchantPasswordByLink,
  '/admin/login': resetAdminPasswordByLink,
} as const satisfies Record<Login, object>;
