import {
  resetPassword,
  resetPasswordByLink,
  resetPasswordByPhone,
} from '@zawadi/contract/account-security-resets';
import { z } from 'zod';
import { typedTwice } from './password-twice.ts';

const fields = resetPassword.body.extend({ merchantCode: z.string(), confirmPassword: z.string() });
const withMerchantCode = fields.extend({
  merchantCode: z.string().trim().min(1, { error: 'Please enter your merchant code' }),
});

/** The reset form: the call's fields, and the password again. */
export const newPasswordForm = fields.refine(...typedTwice('password', 'Passwords do not match'));

/** The same for a merchant's staff. */
export const merchantNewPasswordForm = withMerchantCode.refine(
  ...typedTwice('password', 'Passwords do not match'),
);

/** The same with the code from the SMS. */
export const newPasswordByPhoneForm = resetPasswordByPhone.body
  .extend({ confirmPassword: z.string() })
  .refine(...typedTwice('password', 'Passwords do not match'));

/** The form behind the reset mail's link: the password twice. */
export const linkedPasswordForm = resetPasswordByLink.body
  .pick({ password: true })
  .extend({ confirmPassword: z.string() })
  .refine(...typedTwice('password', 'Passwords do not match'));
