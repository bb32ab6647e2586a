import * as contract from '@zawadi/contract';
import type { Reply, PeopleApp } from './people-app.ts';
import { newSignedIn } from './people.ts';
import { activitiesOf, newAdministrator, newOwner, OWNERS_PASSWORD } from './portal-people.ts';

export const AUDIENCES = ['consumer', 'merchant', 'admin'] as const;
export type SignedInAudience = (typeof AUDIENCES)[number];

/** A person of any audience who signs in with a password. */
export type SignedInPerson = {
  token: string;
  password: string;
  /** Email address to which codes and notices are sent. */
  email: string;
  /** Signs in again. `more` replaces the password or adds a code. */
  signIn: (more?: object) => Promise<Reply>;
  /** Requests the email that resets the password. */
  forget: () => Promise<Reply>;
  /** Sets a new password with the emailed code. */
  resetByCode: (otp: string, password: string) => Promise<Reply>;
  /** Returns the recorded actions of this person, oldest first, without sign-ins. */
  recordsOf: () => Promise<string[]>;
};

/** Endpoints that reset a password by an emailed link. */
export const RESETS_BY_LINK = {
  consumer: contract.resetPasswordByLink,
  merchant: contract.resetMerchantPasswordByLink,
  admin: contract.resetAdminPasswordByLink,
} as const;

/** Creates and signs in a person of this audience. */
export async function newSignedInAs(people: PeopleApp, audience: SignedInAudience): Promise<SignedInPerson> {
  if (audience === 'consumer') {
    const { person, accessToken: token } = await newSignedIn(people);
    const { email, password } = person;
    return {
      token,
      password,
      email,
      signIn: (more = {}) => people.call(contract.login, { email, password, ...more }),
      forget: () => people.call(contract.generatePasswordOtp, { email }),
      resetByCode: (otp, wanted) => people.call(contract.resetPassword, { email, otp, password: wanted }),
      recordsOf: async () => [],
    };
  }
  if (audience === 'admin') {
    const { administratorId, token, email, password } = await newAdministrator(people);
    return {
      token,
      password,
      email,
      signIn: (more = {}) => people.call(contract.adminLogin, { email, password, ...more }),
      forget: () => people.call(contract.generateAdminPasswordOtp, { email }),
      resetByCode: (otp, wanted) =>
        people.call(contract.resetAdminPassword, { email, otp, password: wanted }),
      recordsOf: () => auditOf(people, administratorId),
    };
  }
  const { merchantId, merchantCode, token, contactEmail: email } = await newOwner(people);
  const who = { merchantCode, email };
  return {
    token,
    password: OWNERS_PASSWORD,
    email,
    signIn: (more = {}) =>
      people.call(contract.merchantLogin, { merchantCode, password: OWNERS_PASSWORD, ...more }),
    forget: () => people.call(contract.generateMerchantPasswordOtp, who),
    resetByCode: (otp, wanted) =>
      people.call(contract.resetMerchantPassword, { ...who, otp, password: wanted }),
    recordsOf: async () => (await activitiesOf(people, merchantId)).map(({ kind }) => kind),
  };
}

async function auditOf(people: PeopleApp, administratorId: string): Promise<string[]> {
  const { rows } = await people.owner.query<{ action: string }>(
    `select action from audit_log where actor_id = $1 and action <> 'administrator.signed-in' order by seq`,
    [administratorId],
  );
  return rows.map(({ action }) => action);
}
