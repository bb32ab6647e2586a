import {
  generateAdminPasswordOtp,
  generateMerchantPasswordOtp,
  generatePasswordOtp,
  resetAdminPassword,
  resetAdminPasswordByLink,
  resetMerchantPassword,
  resetMerchantPasswordByLink,
  resetPassword,
  resetPasswordByLink,
} from '@zawadi/contract/account-security-resets';
import { call } from '../../api/call.ts';
import { keepDeviceToken, readDeviceToken } from '../../api/device-token.ts';
import type { NewPassword } from './new-password.ts';
import type { Login } from './return-to-login.ts';

/** Where a reset code for a login is asked for, and asked for again. */
export const forgotPageOf = {
  '/login': { to: '/forgot-password' },
  '/merchant/login': { to: '/merchant/forgot-password' },
  '/admin/login': { to: '/forgot-password', search: { login: '/admin/login' } },
} as const satisfies Record<Login, object>;

/** Mails a reset code and link to a consumer or an administrator, if the address is known there. */
export async function mailResetCode(login: Login, email: string): Promise<void> {
  const endpoint = login === '/admin/login' ? generateAdminPasswordOtp : generatePasswordOtp;
  await call(endpoint, { body: { email, deviceToken: readDeviceToken() } });
}

/** Mails a reset code to a merchant's staff, if code and address belong together. */
export async function mailMerchantResetCode(body: { merchantCode: string; email: string }): Promise<void> {
  await call(generateMerchantPasswordOtp, { body: { ...body, deviceToken: readDeviceToken() } });
}

/** Sets the new password of the account at this login, with the mailed code. */
export async function setNewPassword(login: Login, typed: NewPassword): Promise<void> {
  const { merchantCode, email, otp, password } = typed;
  const body = { email, otp, password };
  if (login === '/merchant/login') {
    keepDeviceToken(await call(resetMerchantPassword, { body: { merchantCode, ...body } }));
  } else if (login === '/admin/login') {
    keepDeviceToken(await call(resetAdminPassword, { body }));
  } else {
    keepDeviceToken(await call(resetPassword, { body }));
  }
}

/** The same with the token of the mailed link, which says whose it is. */
export async function setNewPasswordByLink(
  login: Login,
  body: { token: string; password: string },
): Promise<void> {
  const byLogin = {
    '/login': resetPasswordByLink,
    '/merchant/login': resetMerchantPasswordByLink,
    '/admin/login': resetAdminPasswordByLink,
  };
  keepDeviceToken(await call(byLogin[login], { body }));
}
