import { Refusal } from '../../platform/refusal.ts';
import type { UserRecord } from './store.ts';

/**
 * The number that money may be asked from or sent to.
 * @returns 254XXXXXXXXX
 * @throws Refusal `phone_not_verified`
 */
export function requireVerifiedPhone(user: Pick<UserRecord, 'phoneMsisdn' | 'phoneVerified'>): string {
  if (!user.phoneVerified) throw new Refusal('phone_not_verified');
  return user.phoneMsisdn;
}
