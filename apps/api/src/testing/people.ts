import { generatePhoneOtp, login, signup, userDetails, verifyEmail, verifyPhone } from '@zawadi/contract';
import { newPerson, type PeopleApp, type Person, type Reply } from './people-app.ts';

export type SignedIn = { person: Person; userId: string; accessToken: string; refreshToken: string };

export function tokensOf(reply: Reply): { accessToken: string; refreshToken: string } {
  const { accessToken, refreshToken } = reply.json.body ?? {};
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') {
    throw new Error(`no tokens in ${JSON.stringify(reply.json)}`);
  }
  return { accessToken, refreshToken };
}

export async function signUpPerson(people: PeopleApp, person: Person = newPerson()): Promise<Person> {
  const reply = await people.call(signup, person);
  if (reply.status !== 200) throw new Error(`sign-up failed: ${JSON.stringify(reply.json)}`);
  return person;
}

export async function signInPerson(people: PeopleApp, person: Person): Promise<SignedIn> {
  const tokens = tokensOf(await people.call(login, { email: person.email, password: person.password }));
  const details = await people.call(userDetails, {}, { token: tokens.accessToken });
  return { person, userId: String(details.json.body?.['id']), ...tokens };
}

/** Signs a person up and in. Neither contact is verified. */
export async function newSignedIn(people: PeopleApp, person?: Person): Promise<SignedIn> {
  return signInPerson(people, await signUpPerson(people, person));
}

/** Creates an account with a verified phone and an unverified email address, which may belong to another person. */
export async function newUnconfirmedHolder(people: PeopleApp): Promise<SignedIn> {
  const holder = await newSignedIn(people);
  await verifyPhoneOf(people, holder);
  return holder;
}

/** Returns a new person with the email address of an existing account. */
export function withAddressOf({ person: { email } }: SignedIn): Person {
  return { ...newPerson(), email };
}

export async function lastMessage(
  people: PeopleApp,
  target: string,
  template: string,
): Promise<Record<string, string>> {
  const message = (await people.messagesTo(target)).findLast((sent) => sent.template === template);
  if (!message) throw new Error(`no ${template} was sent to ${target}`);
  return message.data;
}

export async function verifyPhoneOf(people: PeopleApp, user: SignedIn): Promise<void> {
  await people.call(generatePhoneOtp, {}, { token: user.accessToken });
  const { code } = await lastMessage(people, user.person.phoneNumber, 'phone-otp');
  const reply = await people.call(verifyPhone, { otp: code }, { token: user.accessToken });
  if (reply.status !== 200) throw new Error(`verification failed: ${JSON.stringify(reply.json)}`);
}

export async function verificationTokenOf(people: PeopleApp, email: string): Promise<string> {
  const { link = '' } = await lastMessage(people, email, 'verify-email');
  return tokenIn(link);
}

/** Returns the token in the fragment of a mailed link. */
export function tokenIn(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}

export async function verifyEmailOf(people: PeopleApp, { person, accessToken }: SignedIn): Promise<void> {
  const token = await verificationTokenOf(people, person.email);
  const reply = await people.call(verifyEmail, { token }, { token: accessToken });
  if (reply.status !== 200) throw new Error(`verification failed: ${JSON.stringify(reply.json)}`);
}
