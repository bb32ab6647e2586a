import type { ListedUser, ListTotal, UserLock } from '@zawadi/contract/admin-users';
import { countdownText } from '../../../ui/time-text.ts';

const LOCK_WORDS: Record<UserLock['kind'], string> = {
  'sign-in': 'Sign-in',
  password: 'Password in the profile',
  'second-factor': 'Authentication code',
  'phone-code': 'Code for the phone',
  'reset-code': 'Code for a new password',
  'withdrawal-code': 'Code for a withdrawal',
  'verification-mail': 'Verification mail',
};

/** What was tried. */
export function lockTitle({ kind }: Pick<UserLock, 'kind'>): string {
  return LOCK_WORDS[kind];
}

/** How often, and whether it blocks the user. */
export function lockText({ tries, waitSeconds }: Pick<UserLock, 'tries' | 'waitSeconds'>): string {
  const counted = tries === 1 ? '1 recent try' : `${tries} recent tries`;
  return waitSeconds === 0 ? counted : `${counted}, the next in ${countdownText(waitSeconds)}`;
}

/** A person as they are called; a closed account has no name any more. */
export function fullNameOf({ firstName, lastName }: Pick<ListedUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || 'Closed account';
}

/** "213", or "10,000+" where counting stopped. */
export function totalText({ count, isMore }: ListTotal): string {
  return `${count.toLocaleString('en-KE')}${isMore ? '+' : ''}`;
}
