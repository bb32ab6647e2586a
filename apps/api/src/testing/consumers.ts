import { signup, userDetails } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn, type SignedIn } from '@zawadi/story/people';
import type { TestSystem } from './test-system.ts';

/** A consumer, signed up and in. Both contacts are verified directly in the database, unless told otherwise. */
export async function newConsumer(
  { api, owner }: Pick<TestSystem, 'api' | 'owner'>,
  verified: { phone?: boolean; email?: boolean } = {},
): Promise<SignedIn> {
  const person = newPerson('Neema', 'Achieng');
  await api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  if (verified.phone ?? true) {
    await owner.query(
      `update users set phone_msisdn = pending_phone_msisdn, pending_phone_msisdn = null, phone_verified_at = now(),
         phone_first_verified_at = now()
       where email = $1`,
      [person.email],
    );
  }
  if (verified.email ?? true)
    await owner.query('update users set email_verified_at = now() where email = $1', [person.email]);
  const bearer = await signIn(api, person);
  return { ...person, bearer, user: await api.call(userDetails, { body: {} }, { bearer }) };
}

export function newConsumers(system: Pick<TestSystem, 'api' | 'owner'>, count: number): Promise<SignedIn[]> {
  return Promise.all(Array.from({ length: count }, () => newConsumer(system)));
}
