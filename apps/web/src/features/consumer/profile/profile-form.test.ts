import type { User } from '@zawadi/contract/users';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { profile, profileChanges, savedProfile } from './profile-form.ts';

const amina: User = {
  id: '0193a0f5-0000-7000-8000-000000000001',
  firstName: 'Amina',
  lastName: 'Wanjiru',
  email: 'amina@example.test',
  phoneNumber: '254712000001',
  role: { name: 'ROLE_USER' },
  notifications: true,
  emailAlerts: true,
  emailVerified: true,
  phoneVerified: true,
  status: 'ACTIVE',
  language: 'en',
  pendingEmail: null,
  pendingPhone: null,
  nameVerified: false,
  twoFactorEnabled: false,
  walletFreeze: null,
  pictureUrl: null,
};

test('an unedited form has no changes', () => {
  const typed = savedProfile(amina);
  expect(profileChanges(amina, profile.parse(typed))).toEqual({});
});

test('the same email or phone number in another format is no change', () => {
  const typed = { ...savedProfile(amina), email: ' Amina@Example.test', phone: '0712 000 001' };
  expect(profileChanges(amina, profile.parse(typed))).toEqual({});
});

test('S355 sends only changed fields', () => {
  const typed = { ...savedProfile(amina), lastName: 'Otieno', phone: '0712000009' };
  expect(profileChanges(amina, profile.parse(typed))).toEqual({ lastName: 'Otieno', phone: '254712000009' });
});

test('shows at every field what is wrong with its value', () => {
  const typed = { firstName: ' ', lastName: 'W'.repeat(81), email: 'amina', phone: '12' };
  const { fieldErrors } = z.flattenError(profile.safeParse(typed).error ?? new z.ZodError([]));
  expect(fieldErrors).toEqual({
    firstName: ['Please fill in all required fields'],
    lastName: ['Please use at most 40 characters'],
    email: ['Please enter a valid email address'],
    phone: ['Please enter a valid phone number, such as 254712345678'],
  });
});
