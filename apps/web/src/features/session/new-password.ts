import {
  resetPassword,
  resetPasswordByLink,
  resetPasswordByPhone,
} from '@zawadi/contract/account-security-resets';
import { z } from 'zod';
import { repeatedPassword, typedTwice } from './password-twice.ts';

const fields = resetPassword.body.extend({ merchantCode: z.string(), confirmPassword: repeatedPassword });
const withMerchantCode = fields.extend({
  merchantCode: z.string().trim().min(1, { error: 'Please enter your merchant code' }),
});

/** The reset form: the fields of the API call, and the repeated password. */
export const newPasswordForm = fields.refine(...typedTwice('password', 'Passwords do not match'));

/** The reset form of a merchant's staff, which also has the merchant code. */
export const merchantNewPasswordForm = withMerchantCode.refine(
  ...typedTwice('password', 'Passwords do not match'),
);

/** The reset form with the code from an SMS. */
export const newPasswordByPhoneForm = resetPasswordByPhone.body
  .extend({ confirmPassword: repeatedPassword })
  .refine(...typedTwice('password', 'Passwords do not match'));

/** The reset form of a mailed link: only the password, twice. */
export const linkedPasswordForm = resetPasswordByLink.body
  .pick({ password: true })
  .extend({ confirmPassword: repeatedPassword })
  .refine(...typedTwice('password', 'Passwords do not match'));
