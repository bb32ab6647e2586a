import type { ListedUser, ListTotal, UserLock } from '@zawadi/contract/admin-users';
import { countdownText } from '../../../ui/time-text.ts';

const LOCK_WORDS: Record<UserLock['kind'], string> = {
  'sign-in': 'Wrong passwords at the sign-in',
  password: 'Wrong passwords in the profile',
  'second-factor': 'Wrong authentication codes',
  'phone-code': 'Wrong codes for the phone',
  'reset-code': 'Wrong reset codes',
  'withdrawal-code': 'Wrong codes for withdrawals',
  'verification-mail': 'Verification mails sent',
};

/** What was tried too often. */
export function lockTitle({ kind }: Pick<UserLock, 'kind'>): string {
  return LOCK_WORDS[kind];
}

/** How often, and whether it holds somebody up. */
export function lockText({ tries, waitSeconds }: Pick<UserLock, 'tries' | 'waitSeconds'>): string {
  const counted = tries === 1 ? '1 try counts' : `${tries} tries count`;
  return waitSeconds === 0
    ? `${counted}, nothing waits`
    : `${counted}, next try in ${countdownText(waitSeconds)}`;
}

/** A person as they are called; a closed account has no name any more. */
export function fullNameOf({ firstName, lastName }: Pick<ListedUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || 'Closed account';
}

/** "213", or "10,000+" where nobody counted on. */
export function totalText({ count, isMore }: ListTotal): string {
  return `${count.toLocaleString('en-KE')}${isMore ? '+' : ''}`;
}
