import * as contract from '@zawadi/contract';
import { addressOf } from '@zawadi/contract';
import type { Endpoint, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@zawadi/contract';
import type { PeopleApp, Reply } from './people-app.ts';
import { newSignedIn, type SignedIn } from './people.ts';
import type { SignedInAudience } from './signed-in-people.ts';
import { answerWith, makePasskey, type KeptPasskey } from './software-authenticator.ts';

/** Access token and password of a signed-in user. */
export type PasskeyPerson = { token: string; password: string };

export async function creationFor(
  people: PeopleApp,
  { token, password }: PasskeyPerson,
): Promise<PasskeyCreation> {
  const reply = await people.call(contract.startPasskey, { password }, { token });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json.body?.['options'] as PasskeyCreation;
}

export function requestIn(reply: Reply): PasskeyRequest {
  const { passkeyOptions } = reply.json as { passkeyOptions?: PasskeyRequest };
  const request = reply.json.body?.['options'] ?? passkeyOptions;
  if (request === undefined) throw new Error(`no passkey is asked for in ${reply.text}`);
  return request as PasskeyRequest;
}

export async function requestFor(people: PeopleApp, audience: SignedInAudience): Promise<PasskeyRequest> {
  return requestIn(await people.call(at(contract.passkeySignInOptions, { audience }), {}));
}

/**
 * Adds a passkey to an account.
 * @returns the passkey, and its id in lists
 */
export async function addNewPasskey(
  people: PeopleApp,
  person: PasskeyPerson,
): Promise<{ kept: KeptPasskey; id: string }> {
  const { kept, answer } = makePasskey(await creationFor(people, person));
  const reply = await people.call(contract.addPasskey, { passkey: answer }, { token: person.token });
  if (reply.status !== 200) throw new Error(reply.text);
  return { kept, id: String(reply.json.body?.['id']) };
}

export function signInWith(
  people: PeopleApp,
  audience: SignedInAudience,
  passkey: PasskeyAnswer,
  address?: string,
): Promise<Reply> {
  return people.call(
    at(contract.signInByPasskey, { audience }),
    { passkey },
    address === undefined ? {} : { address },
  );
}

/** Requests a sign-in challenge, answers it with a passkey, and signs in. */
export async function signInBy(
  people: PeopleApp,
  audience: SignedInAudience,
  kept: KeptPasskey,
  faults: Parameters<typeof answerWith>[2] = {},
): Promise<Reply> {
  return signInWith(people, audience, answerWith(kept, await requestFor(people, audience), faults));
}

export async function newUser(people: PeopleApp): Promise<SignedIn & PasskeyPerson> {
  const user = await newSignedIn(people);
  return { ...user, token: user.accessToken, password: user.person.password };
}

/** Inserts parameters into the path of an endpoint. */
export function at<E extends Endpoint>(endpoint: E, params: object): E {
  return { ...endpoint, path: addressOf(endpoint, { params }) };
}

export function refusalOf({ status, json }: Reply): [number, string | undefined] {
  return [status, json.code];
}

export const REFUSED = [401, 'passkey_refused'];
