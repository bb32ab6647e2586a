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
import { generatePasswordOtp, resetPassword, resetPasswordByLink } from './users.ts';
import { endpoint } from './endpoint.ts';
import { staff } from './staff-roles.ts';
import { presentedPassword } from './text.ts';

const ofAdministrators = {
  audience: 'admin',
  staffRoles: staff.everybody,
  tag: 'Administrator account',
} as const;

export const changeAdminPassword = endpoint({
  ...changePassword,
  ...ofAdministrators,
  path: '/api/admin/v1/password/change',
  isBeforePasswordChange: true,
  isBeforeTwoFactor: true,
});

export const generateAdminPasswordOtp = endpoint({
  ...generatePasswordOtp,
  path: '/api/admin/v1/password/generate-otp',
  tag: ofAdministrators.tag,
});

export const resetAdminPassword = endpoint({
  ...resetPassword,
  path: '/api/admin/v1/password/reset',
  tag: ofAdministrators.tag,
});

export const resetAdminPasswordByLink = endpoint({
  ...resetPasswordByLink,
  path: '/api/admin/v1/password/reset-by-link',
  tag: ofAdministrators.tag,
});

export const startAdminTwoFactor = endpoint({
  ...startTwoFactor,
  ...ofAdministrators,
  path: '/api/admin/v1/2fa/start',
  isBeforeTwoFactor: true,
  body: z.object({ password: presentedPassword }),
  refusals: ['two_factor_on', 'password_wrong', 'password_reset_needed', 'too_many_requests', 'overloaded'],
});

export const enableAdminTwoFactor = endpoint({
  ...enableTwoFactor,
  ...ofAdministrators,
  path: '/api/admin/v1/2fa/enable',
  isBeforeTwoFactor: true,
});

export const disableAdminTwoFactor = endpoint({
  ...disableTwoFactor,
  ...ofAdministrators,
  path: '/api/admin/v1/2fa/disable',
});

export const renewAdminRecoveryCodes = endpoint({
  ...renewRecoveryCodes,
  ...ofAdministrators,
  path: '/api/admin/v1/2fa/recovery-codes',
});

export const listAdminDevices = endpoint({
  ...listDevices,
  ...ofAdministrators,
  path: '/api/admin/v1/devices',
});

export const signOutAdminDevice = endpoint({
  ...signOutDevice,
  ...ofAdministrators,
  path: '/api/admin/v1/devices/:id',
});

export const signOutAdminEverywhere = endpoint({
  ...signOutEverywhere,
  ...ofAdministrators,
  path: '/api/admin/v1/sign-out-everywhere',
});
