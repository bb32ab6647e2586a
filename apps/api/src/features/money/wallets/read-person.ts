import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../access/users/index.ts';
import type { Person } from './activity-store.ts';

/**
 * Whose figures are wanted. What was sent to a phone or email address counts as theirs once they have verified it.
 * @throws Refusal not_found
 */
export async function readPerson(db: Db, userId: string): Promise<Person> {
  const user = await readUser(db, userId);
  if (!user) throw new Refusal('not_found');
  return {
    userId: user.id,
    msisdn: user.phoneVerified ? user.phoneMsisdn : null,
    email: user.emailVerified ? user.email : null,
  };
}
