import type { PasskeyAnswer, PasskeyRequest } from '@zawadi/contract';
import { isSameSecret } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import {
  CHALLENGE_LIFETIME_MS,
  newChallenge,
  passkeyPlace,
  spendChallenge,
  type ChallengeUse,
} from './challenges.ts';
import { findPasskey, recordUse, type PasskeyRecord } from './store.ts';

type CheckDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;

export type CheckedAnswer =
  | { isRight: true; subjectId: string }
  | { isRight: false; reason: string; subjectId: string | undefined };

/**
 * Returns the options with which a browser asks for a passkey of this site.
 * @param only passkeys that may answer; without it the user chooses among all passkeys
 * @throws Refusal `passkeys_unavailable`
 */
export async function passkeyRequestFor(
  deps: Pick<Deps, 'keys' | 'clock' | 'config'>,
  use: ChallengeUse,
  only: PasskeyRecord[] = [],
): Promise<PasskeyRequest> {
  const { rpId } = passkeyPlace(deps);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { challenge } = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(deps, use),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  });
  return {
    challenge,
    rpId,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    ...(only.length > 0 && { allowCredentials: only.map(describeCredential) }),
  };
}

/** Loads the library at its first use: it contains many certificates, which most processes never need. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}

/** Describes a registered passkey for the browser. */
export function describeCredential({ credentialId, transports }: PasskeyRecord) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports };
}

/**
 * Checks the answer of an authenticator and records the use of the passkey.
 * @throws Refusal `passkeys_unavailable`
 */
export async function checkPasskeyAnswer(
  deps: CheckDeps,
  answer: PasskeyAnswer,
  use: ChallengeUse,
): Promise<CheckedAnswer> {
  const place = passkeyPlace(deps);
  const passkey = await findPasskey(deps.db, Buffer.from(answer.id, 'base64url'));
  const refused = (reason: string): CheckedAnswer => ({
    isRight: false,
    reason,
    subjectId: passkey?.audience === use.audience ? passkey.subjectId : undefined,
  });
  const challenge = await spendChallenge(deps, answer.response.clientDataJSON, use);
  if (challenge === undefined) return refused('challenge');
  if (!passkey) return refused('unknown-passkey');
  if (passkey.audience !== use.audience) return refused('other-audience');
  if (use.subjectId !== null && passkey.subjectId !== use.subjectId) return refused('other-account');
  const { userHandle } = answer.response;
  const isOwners = userHandle !== undefined && isSameSecret(userHandle, userHandleOf(passkey.subjectId));
  // If no account was typed, the authenticator must name the account.
  if (!isOwners && (userHandle !== undefined || use.subjectId === null)) return refused('user-handle');
  const verified = await verify(answer, { challenge, place, passkey });
  if (!verified) return refused('not-verified');
  const isCounted = await recordUse(deps.db, { id: passkey.id, ...verified });
  if (isCounted) return { isRight: true, subjectId: passkey.subjectId };
  securityEvent('passkey.counter-back', { audience: passkey.audience, account: passkey.subjectId });
  return refused('counter');
}

/**
 * Returns the handle that an authenticator stores for an account: derived from the id, without personal data.
 */
export function userHandleOf(subjectId: string): string {
  return userHandleBytes(subjectId).toString('base64url');
}

export function userHandleBytes(subjectId: string): Buffer<ArrayBuffer> {
  return Buffer.from(subjectId.replaceAll('-', ''), 'hex');
}

type Expected = { challenge: string; place: { rpId: string; origin: string }; passkey: PasskeyRecord };

async function verify(
  answer: PasskeyAnswer,
  { challenge, place, passkey }: Expected,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { userHandle, ...response } = answer.response;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response: { ...response, ...(userHandle !== undefined && { userHandle }) } },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        // 0, because `recordUse` compares the counter while it writes it. So only one of two concurrent answers passes.
        counter: 0,
      },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, isBackedUp: credentialBackedUp } : undefined;
  } catch {
    // The library throws for any invalid answer: bytes, origin, host name, verification, signature.
    return undefined;
  }
}
