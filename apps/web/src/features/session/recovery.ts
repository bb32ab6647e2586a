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

/** For each sign-in page, the page that requests a reset code. */
export const forgotPageOf = {
  '/login': { to: '/forgot-password' },
  '/merchant/login': { to: '/merchant/forgot-password' },
  '/admin/login': { to: '/forgot-password', search: { login: '/admin/login' } },
} as const satisfies Record<Login, object>;

/**
 * Returns the endpoint that mails a reset code and link to a consumer or an administrator. The server mails nothing to
 * an unknown email.
 */
export function resetMailOf(login: Login) {
  return login === '/admin/login' ? generateAdminPasswordOtp : generatePasswordOtp;
}

/** For each sign-in page, the endpoint that sets a new password with the mailed code. */
export const resetOf = {
  '/login': resetPassword,
  '/merchant/login': resetMerchantPassword,
  '/admin/login': resetAdminPassword,
} as const satisfies Record<Login, object>;

/**
 * For each sign-in page, the endpoint that sets a new password with the mailed link's token, which identifies the
 * account.
 */
export const resetByLinkOf = {
  '/login': resetPasswordByLink,
  '/merchant/login': resetMerchantPasswordByLink,
  '/admin/login': resetAdminPasswordByLink,
} as const satisfies Record<Login, object>;
