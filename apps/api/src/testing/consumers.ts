import { userDetails } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn, type Person, type SignedIn } from '@zawadi/story/people';
import { hashPassword } from '../features/people/sessions/index.ts';
import { newId } from '../platform/ids.ts';
import type { TestSystem } from './test-system.ts';

type Verified = { phone?: boolean; email?: boolean };

let hashing: Promise<string> | undefined;

/** Signs in a consumer whose account is inserted by SQL. Phone number and email address are verified by default. */
export async function newConsumer(
  { api, owner }: Pick<TestSystem, 'api' | 'owner'>,
  verified: Verified = {},
): Promise<SignedIn> {
  const person = newPerson('Neema', 'Achieng');
  await insertConsumer(owner, person, verified);
  const bearer = await signIn(api, person);
  return { ...person, bearer, user: await api.call(userDetails, { body: {} }, { bearer }) };
}

async function insertConsumer(
  owner: TestSystem['owner'],
  { firstName, lastName, email, phoneNumber }: Person,
  verified: Verified,
): Promise<void> {
  hashing ??= hashPassword(DEMO_PASSWORD);
  await owner.query(
    `insert into users (id, first_name, last_name, email, signup_phone_msisdn, password_hash, email_verified_at,
       phone_msisdn, pending_phone_msisdn, phone_verified_at, phone_first_verified_at)
     select $1, $2, $3, $4, $5, $6, case when $7 then now() end,
       case when $8 then $5 end, case when not $8 then $5 end, case when $8 then now() end, case when $8 then now() end`,
    [
      newId(),
      firstName,
      lastName,
      email,
      phoneNumber,
      await hashing,
      verified.email ?? true,
      verified.phone ?? true,
    ],
  );
}

export function newConsumers(system: Pick<TestSystem, 'api' | 'owner'>, count: number): Promise<SignedIn[]> {
  return Promise.all(Array.from({ length: count }, () => newConsumer(system)));
}
