import type { UserLock } from '@zawadi/contract';
import {
  codeCounters,
  contactChangeCounters,
  passwordCounters,
  resetMailCounters,
  resetTryCounters,
} from '../../people/credentials/index.ts';
import { secondFactorCounters, signInCounters, type AttemptCounter } from '../../people/sessions/index.ts';
import { verificationMailCounters } from '../../people/users/index.ts';
import type { DetailRow } from './store.ts';

type Contacts = Pick<DetailRow, 'userId' | 'email' | 'phoneMsisdn' | 'pendingPhoneMsisdn'>;

/** Lists every limit that can throttle a consumer after too many attempts. */
export function watchedOf({
  userId,
  email,
  phoneMsisdn,
  pendingPhoneMsisdn,
}: Contacts): Record<UserLock['kind'], AttemptCounter[]> {
  const codes = (purpose: 'phone' | 'withdrawal', targets: (string | null)[]) =>
    targets
      .filter((target) => target !== null)
      .flatMap((target) => codeCounters({ purpose, subjectId: userId, target }));
  return {
    'sign-in': signInCounters({ audience: 'consumer', subjectId: userId }),
    password: passwordCounters(userId),
    'second-factor': secondFactorCounters(userId),
    'phone-code': codes('phone', [phoneMsisdn, pendingPhoneMsisdn]),
    'reset-code': [...resetTryCounters(userId), ...resetMailCounters(userId)],
    'withdrawal-code': codes('withdrawal', [phoneMsisdn, email]),
    'verification-mail': [...verificationMailCounters(userId), ...contactChangeCounters(userId)],
  };
}
