import { generatePasswordOtp, resetPassword, resetPasswordByLink } from '@zawadi/contract/users';
import { call } from '../../api/call.ts';
import { keepDeviceToken, readDeviceToken } from '../../api/device-token.ts';
import type { NewPassword } from './new-password.ts';
import type { Login } from './return-to-login.ts';

// Consumers do without the contracts of shops and staff.
const ofMerchants = () => import('@zawadi/contract/merchant-account');
const ofAdministrators = () => import('@zawadi/contract/admin-account');

/** Where a reset code for a login is asked for, and asked for again. */
export const forgotPageOf = {
  '/login': { to: '/forgot-password' },
  '/merchant/login': { to: '/merchant/forgot-password' },
  '/admin/login': { to: '/forgot-password', search: { login: '/admin/login' } },
} as const satisfies Record<Login, object>;

/** Mails a reset code and link to a consumer or an administrator, if the address is known there. */
export async function mailResetCode(login: Login, email: string): Promise<void> {
  const endpoint =
    login === '/admin/login' ? (await ofAdministrators()).generateAdminPasswordOtp : generatePasswordOtp;
  await call(endpoint, { body: { email, deviceToken: readDeviceToken() } });
}

/** Mails a reset code to somebody of a merchant, if code and address belong together. */
export async function mailMerchantResetCode(body: { merchantCode: string; email: string }): Promise<void> {
  const { generateMerchantPasswordOtp } = await ofMerchants();
  await call(generateMerchantPasswordOtp, { body: { ...body, deviceToken: readDeviceToken() } });
}

/** Sets the new password of the account at this login, with the mailed code. */
export async function setNewPassword(login: Login, typed: NewPassword): Promise<void> {
  const { merchantCode, email, otp, password } = typed;
  const body = { email, otp, password };
  if (login === '/merchant/login') {
    const { resetMerchantPassword } = await ofMerchants();
    keepDeviceToken(await call(resetMerchantPassword, { body: { merchantCode, ...body } }));
  } else if (login === '/admin/login') {
    keepDeviceToken(await call((await ofAdministrators()).resetAdminPassword, { body }));
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
    '/login': async () => resetPasswordByLink,
    '/merchant/login': async () => (await ofMerchants()).resetMerchantPasswordByLink,
    '/admin/login': async () => (await ofAdministrators()).resetAdminPasswordByLink,
  };
  keepDeviceToken(await call(await byLogin[login](), { body }));
}
