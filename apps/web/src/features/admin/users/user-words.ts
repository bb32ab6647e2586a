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

/** Returns the label of the counted attempts. */
export function lockTitle({ kind }: Pick<UserLock, 'kind'>): string {
  return LOCK_WORDS[kind];
}

/** Describes how many attempts failed, and whether they block the consumer. */
export function lockText({ tries, waitSeconds }: Pick<UserLock, 'tries' | 'waitSeconds'>): string {
  const counted = tries === 1 ? '1 recent try' : `${tries} recent tries`;
  return waitSeconds === 0 ? counted : `${counted}, the next in ${countdownText(waitSeconds)}`;
}

/** Returns a person's name, or "Closed account" if the name was removed. */
export function fullNameOf({ firstName, lastName }: Pick<ListedUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || 'Closed account';
}

/** Formats the size of a list: "213", or "10,000+" if counting stopped there. */
export function totalText({ count, isMore }: ListTotal): string {
  return `${count.toLocaleString('en-KE')}${isMore ? '+' : ''}`;
}
