import { describe, expect, test } from 'vitest';
import { pageName, unverified } from './consumer-shell.tsx';
import { choiceIn, isExpanded } from './frame.tsx';

describe('state of the sidebar', () => {
  test("follows the screen's width until the user chooses", () => {
    expect(isExpanded('auto', true)).toBe(true);
    expect(isExpanded('auto', false)).toBe(false);
    expect(isExpanded('expanded', false)).toBe(true);
    expect(isExpanded('collapsed', true)).toBe(false);
  });

  test('S377 finds the choice among other cookies, and ignores invalid values', () => {
    expect(choiceIn('a=1; zawadi_sidebar=collapsed; b=2')).toBe('collapsed');
    expect(choiceIn('zawadi_sidebar=sideways')).toBe('auto');
    expect(choiceIn('')).toBe('auto');
  });
});

test('S48 breadcrumbs name the page', () => {
  expect(pageName('/dashboard/')).toBe('Dashboard');
  expect(pageName('/dashboard/buy-gifts')).toBe('Buy Gift Cards');
  expect(pageName('/dashboard/profile')).toBe('Profile');
});

test('the verification banner names the unverified contacts', () => {
  const email = 'amina@example.test';
  expect(unverified({ email, phoneVerified: false, emailVerified: false })).toBe('phone number and email');
  expect(unverified({ email, phoneVerified: false, emailVerified: true })).toBe('phone number');
  expect(unverified({ email, phoneVerified: true, emailVerified: false })).toBe('email');
  expect(unverified({ email, phoneVerified: true, emailVerified: true })).toBeUndefined();
  expect(unverified({ email: '', phoneVerified: true, emailVerified: false })).toBeUndefined();
});
