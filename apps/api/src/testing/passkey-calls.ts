import * as contract from '@zawadi/contract';
import { addressOf } from '@zawadi/contract';
import type { Endpoint, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@zawadi/contract';
import type { PeopleApp, Reply } from './people-app.ts';
import { newSignedIn, type SignedIn } from './people.ts';
import { answerWith, makePasskey, type KeptPasskey } from './software-authenticator.ts';

/** The calls of each audience about passkeys. */
export const PASSKEY_CALLS = {
  consumer: {
    start: contract.startPasskey,
    add: contract.addPasskey,
    list: contract.listPasskeys,
    rename: contract.renamePasskey,
    remove: contract.removePasskey,
    options: contract.passkeySignInOptions,
    signIn: contract.signInByPasskey,
  },
  merchant: {
    start: contract.startMerchantPasskey,
    add: contract.addMerchantPasskey,
    list: contract.listMerchantPasskeys,
    rename: contract.renameMerchantPasskey,
    remove: contract.removeMerchantPasskey,
    options: contract.merchantPasskeySignInOptions,
    signIn: contract.signInMerchantByPasskey,
  },
  admin: {
    start: contract.startAdminPasskey,
    add: contract.addAdminPasskey,
    list: contract.listAdminPasskeys,
    rename: contract.renameAdminPasskey,
    remove: contract.removeAdminPasskey,
    options: contract.adminPasskeySignInOptions,
    signIn: contract.signInAdminByPasskey,
  },
} as const satisfies Record<string, Record<string, Endpoint>>;

export type PasskeyAudience = keyof typeof PASSKEY_CALLS;

const bytes = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const made = { ...bytes, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const given = {
  ...bytes,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};
const factor = { password: 'never-right', otp: '123456' };

/** A body that is valid for each of these calls, and does no harm. */
export const PASSKEY_BODIES: [Endpoint, Record<string, unknown>][] = Object.values(PASSKEY_CALLS).flatMap(
  (calls): [Endpoint, Record<string, unknown>][] => [
    [calls.start, factor],
    [calls.add, { passkey: made, label: 'My phone' }],
    [calls.rename, { label: 'My phone' }],
    [calls.remove, factor],
    [calls.options, {}],
    [calls.signIn, { passkey: given, rememberMe: true }],
  ],
);

/** `path field` of every field of these that may be left out. */
export const OPTIONAL_OF_PASSKEYS = Object.values(PASSKEY_CALLS).flatMap((calls) => [
  `${calls.start.path} otp`,
  `${calls.add.path} label`,
  `${calls.remove.path} otp`,
  `${calls.signIn.path} rememberMe`,
]);

/** Somebody signed in who knows the own password. */
export type PasskeyPerson = { token: string; password: string };

export async function creationFor(
  people: PeopleApp,
  audience: PasskeyAudience,
  { token, password }: PasskeyPerson,
): Promise<PasskeyCreation> {
  const reply = await people.call(PASSKEY_CALLS[audience].start, { password }, { token });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json.body?.['options'] as PasskeyCreation;
}

export function requestIn(reply: Reply): PasskeyRequest {
  const { passkeyOptions } = reply.json as { passkeyOptions?: PasskeyRequest };
  const request = reply.json.body?.['options'] ?? passkeyOptions;
  if (request === undefined) throw new Error(`no passkey is asked for in ${reply.text}`);
  return request as PasskeyRequest;
}

export async function requestFor(people: PeopleApp, audience: PasskeyAudience): Promise<PasskeyRequest> {
  return requestIn(await people.call(PASSKEY_CALLS[audience].options, {}));
}

/** @returns the passkey, and the id it has in lists */
export async function addNewPasskey(
  people: PeopleApp,
  audience: PasskeyAudience,
  person: PasskeyPerson,
): Promise<{ kept: KeptPasskey; id: string }> {
  const { kept, answer } = makePasskey(await creationFor(people, audience, person));
  const { add } = PASSKEY_CALLS[audience];
  const reply = await people.call(add, { passkey: answer }, { token: person.token });
  if (reply.status !== 200) throw new Error(reply.text);
  return { kept, id: String(reply.json.body?.['id']) };
}

export function signInWith(
  people: PeopleApp,
  audience: PasskeyAudience,
  passkey: PasskeyAnswer,
  address?: string,
): Promise<Reply> {
  return people.call(PASSKEY_CALLS[audience].signIn, { passkey }, address === undefined ? {} : { address });
}

/** As `signInWith`, with an answer to a new request. */
export async function signInBy(
  people: PeopleApp,
  audience: PasskeyAudience,
  kept: KeptPasskey,
  faults: Parameters<typeof answerWith>[2] = {},
): Promise<Reply> {
  return signInWith(people, audience, answerWith(kept, await requestFor(people, audience), faults));
}

export async function newUser(people: PeopleApp): Promise<SignedIn & PasskeyPerson> {
  const user = await newSignedIn(people);
  return { ...user, token: user.accessToken, password: user.person.password };
}

/** A call with its parameters in its path. */
export function at<E extends Endpoint>(endpoint: E, params: object): E {
  return { ...endpoint, path: addressOf(endpoint, { params }) };
}

export function refusalOf({ status, json }: Reply): [number, string | undefined] {
  return [status, json.code];
}

export const REFUSED = [401, 'passkey_refused'];
