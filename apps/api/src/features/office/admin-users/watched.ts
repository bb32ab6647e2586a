import type { UserLock } from '@zawadi/contract';
import {
  watchedCodes,
  watchedContactChanges,
  watchedPassword,
  watchedResetMails,
  watchedResetTries,
} from '../../people/credentials/index.ts';
import { watchedSecondFactor, watchedSignIns, type Watched } from '../../people/sessions/index.ts';
import { watchedVerificationMails } from '../../people/users/index.ts';
import type { DetailRow } from './store.ts';

type Contacts = Pick<DetailRow, 'userId' | 'email' | 'phoneMsisdn' | 'pendingPhoneMsisdn'>;

/** Lists every limit that can throttle a consumer after too many attempts. */
export function watchedOf({
  userId,
  email,
  phoneMsisdn,
  pendingPhoneMsisdn,
}: Contacts): Record<UserLock['kind'], Watched[]> {
  const codes = (purpose: 'phone' | 'withdrawal', targets: (string | null)[]) =>
    targets
      .filter((target) => target !== null)
      .flatMap((target) => watchedCodes({ purpose, subjectId: userId, target }));
  return {
    'sign-in': watchedSignIns({ audience: 'consumer', subjectId: userId }),
    password: watchedPassword(userId),
    'second-factor': watchedSecondFactor(userId),
    'phone-code': codes('phone', [phoneMsisdn, pendingPhoneMsisdn]),
    'reset-code': [...watchedResetTries(userId), ...watchedResetMails(userId)],
    'withdrawal-code': codes('withdrawal', [phoneMsisdn, email]),
    'verification-mail': [...watchedVerificationMails(userId), ...watchedContactChanges(userId)],
  };
}
