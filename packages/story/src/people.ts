import { randomInt } from 'node:crypto';
import {
  generatePhoneOtp,
  login,
  resendEmailVerification,
  signup,
  userDetails,
  verifyEmail,
  verifyPhone,
  type User,
} from '@zawadi/contract';
import { Refused, type ApiClient } from './api-client.ts';
import type { SandboxControl } from './sandbox-control.ts';

export const DEMO_PASSWORD = 'Zawadi-demo-1';

export type Person = { firstName: string; lastName: string; email: string; phoneNumber: string };
export type SignedIn = Person & { bearer: string; user: User };

/** Second digits of phone numbers that only Safaricom issues. Numbers of other operators have no M-PESA. */
const OF_SAFARICOM = ['0', '1', '2', '9'] as const;

/** Makes a person with an unused email address and an unused phone number of Safaricom. */
export function newPerson(firstName: string, lastName: string): Person {
  const second = OF_SAFARICOM[randomInt(OF_SAFARICOM.length)] ?? '0';
  const digits = `${second}${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const email = `${firstName}.${digits}@example.test`.toLowerCase();
  return { firstName, lastName, email, phoneNumber: `2547${digits}` };
}

/**
 * Signs a person up and in, and verifies email and phone with messages from the sandbox. A known person is only signed
 * in and verified.
 */
export async function welcome(api: ApiClient, sandbox: SandboxControl, person: Person): Promise<SignedIn> {
  await api.call(signup, { body: { ...person, password: DEMO_PASSWORD } });
  return verifyContacts(api, sandbox, person, await signIn(api, person));
}

/** Verifies the email and phone of a signed-in person, unless they are verified. */
export async function verifyContacts(
  api: ApiClient,
  sandbox: SandboxControl,
  person: Person,
  bearer: string,
): Promise<SignedIn> {
  const before = await api.call(userDetails, { body: {} }, { bearer });
  if (!before.emailVerified) await verifyOwnEmail(api, sandbox, person, bearer);
  if (!before.phoneVerified) await verifyOwnPhone(api, sandbox, person, bearer);
  return { ...person, bearer, user: await api.call(userDetails, { body: {} }, { bearer }) };
}

/** @returns the access token */
export async function signIn(api: ApiClient, person: Pick<Person, 'email'>): Promise<string> {
  const { accessToken } = await api.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
  return accessToken;
}

async function verifyOwnEmail(
  api: ApiClient,
  sandbox: SandboxControl,
  person: Person,
  bearer: string,
): Promise<void> {
  const link = /verify-email[?#]token=([\w.~-]+)/u;
  const [, token = ''] = await sandbox.mail(person.email, link);
  try {
    await api.call(verifyEmail, { body: { token } }, { bearer });
  } catch (error) {
    // The newest email may be an old one with an invalid link. Request a fresh link, which works in any case.
    if (!(error instanceof Refused)) throw error;
    await api.call(resendEmailVerification, { body: {} }, { bearer });
    const [, fresh = ''] = await sandbox.mail(person.email, link);
    await api.call(verifyEmail, { body: { token: fresh } }, { bearer });
  }
}

async function verifyOwnPhone(
  api: ApiClient,
  sandbox: SandboxControl,
  person: Person,
  bearer: string,
): Promise<void> {
  await api.call(generatePhoneOtp, { body: {} }, { bearer }).catch((error: unknown) => {
    // A new code was refused as requested too often, so the newest code is still valid.
    if (!(error instanceof Refused && error.code === 'too_many_requests')) throw error;
  });
  const [otp = ''] = await sandbox.sms(person.phoneNumber, /\b\d{6}\b/u);
  await api.call(verifyPhone, { body: { otp } }, { bearer });
}
