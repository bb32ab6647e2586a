import { expect, test } from 'vitest';
import { merchantNewPasswordForm, newPasswordForm } from './new-password.ts';
import { registration } from './register-screen.tsx';

const complete = {
  firstName: 'Amina',
  lastName: 'Wanjiru',
  email: 'Amina@Zawadi.test',
  phoneNumber: '0712 000 001',
  password: 'long enough',
  confirmPassword: 'long enough',
  hasAgreed: true,
};

type Form = typeof registration | typeof newPasswordForm;

function problems(form: Form, value: object): Record<string, string> {
  const { error } = form.safeParse(value);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

test('S346 accepts a complete sign-up, with its phone number and email normalised', () => {
  expect(registration.parse(complete)).toMatchObject({
    phoneNumber: '254712000001',
    email: 'amina@zawadi.test',
  });
});

test('S445 reports different passwords and missing consent at sign-up, even if other fields are empty', () => {
  const value = { ...complete, firstName: '', confirmPassword: 'something else', hasAgreed: false };
  expect(problems(registration, value)).toEqual({
    firstName: 'Please fill in all required fields',
    confirmPassword: "Passwords don't match",
    hasAgreed: 'Please agree to the terms and conditions',
  });
});

test('S447 reports a short code, a short password and different passwords in a reset', () => {
  const value = {
    merchantCode: '',
    email: 'amina@zawadi.test',
    otp: '12345',
    password: 'short',
    confirmPassword: 'other',
  };
  expect(problems(newPasswordForm, value)).toEqual({
    otp: 'Invalid verification code',
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Passwords do not match',
  });
});

test('reports a missing merchant code in a reset by a merchant’s staff', () => {
  const value = {
    merchantCode: ' ',
    email: 'a@b.test',
    otp: '123456',
    password: 'long enough',
    confirmPassword: 'long enough',
  };
  expect(problems(newPasswordForm, value)).toEqual({});
  expect(problems(merchantNewPasswordForm, value)).toEqual({
    merchantCode: 'Please enter your merchant code',
  });
});
