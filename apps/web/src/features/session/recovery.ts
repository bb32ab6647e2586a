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

/** Where a reset code for a login is asked for, and asked for again. */
export const forgotPageOf = {
  '/login': { to: '/forgot-password' },
  '/merchant/login': { to: '/merchant/forgot-password' },
  '/admin/login': { to: '/forgot-password', search: { login: '/admin/login' } },
} as const satisfies Record<Login, object>;

/** Mails a reset code and link to a consumer or an administrator, if the address is known there. */
export function resetMailOf(login: Login) {
  return login === '/admin/login' ? generateAdminPasswordOtp : generatePasswordOtp;
}

/** Sets the new password of the account at a login, with the mailed code. */
export const resetOf = {
  '/login': resetPassword,
  '/merchant/login': resetMerchantPassword,
  '/admin/login': resetAdminPassword,
} as const satisfies Record<Login, object>;

/** The same with the token of the mailed link, which says whose it is. */
export const resetByLinkOf = {
  '/login': resetPasswordByLink,
  '/merchant/login': resetMerchantPasswordByLink,
  '/admin/login': resetAdminPasswordByLink,
} as const satisfies Record<Login, object>;
