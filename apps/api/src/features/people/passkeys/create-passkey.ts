import type { NewPasskey, PasskeyCreation } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { nameDevice } from '../sessions/index.ts';
import {
  CHALLENGE_LIFETIME_MS,
  newChallenge,
  openChallenge,
  passkeyPlace,
  spendChallenge,
  type ChallengeUse,
} from './challenges.ts';
import { describeCredential, loadWebAuthn, userHandleBytes } from './check-answer.ts';
import { findPasskey, insertPasskey, type AddedPasskey, type PasskeyRecord } from './store.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;
type RegistrationUse = ChallengeUse & { purpose: 'registration'; subjectId: string };

// EdDSA, ES256 and RS256, by their COSE numbers: every authenticator supports one of them.
const ALGORITHMS = [-8, -7, -257];

/**
 * Returns the options with which a browser makes a passkey.
 * @param passkey.account the name under which devices list it
 * @param passkey.known the account's passkeys, so that no device makes a second one
 * @throws Refusal `passkeys_unavailable`
 */
export async function passkeyCreationFor(
  deps: Pick<Deps, 'keys' | 'clock' | 'config'>,
  { account, use, known }: { account: string; use: RegistrationUse; known: PasskeyRecord[] },
): Promise<PasskeyCreation> {
  const { rpId } = passkeyPlace(deps);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpID: rpId,
    rpName: 'Zawadi',
    userID: new Uint8Array(userHandleBytes(use.subjectId)),
    userName: account,
    userDisplayName: account,
    challenge: newChallenge(deps, use),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    rp: { id: rpId, name: 'Zawadi' },
    user,
    challenge,
    pubKeyCredParams,
    timeout: CHALLENGE_LIFETIME_MS,
    excludeCredentials: known.map(describeCredential),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/**
 * Checks a passkey that was made for a challenge, and spends the challenge.
 * @throws Refusal `passkey_invalid`, `passkeys_unavailable`
 */
export async function checkNewPasskey(deps: PasskeyDeps, passkey: NewPasskey, use: RegistrationUse) {
  const challenge = await spendChallenge(deps, passkey.response.clientDataJSON, use);
  const verified = challenge === undefined ? undefined : await verify(deps, passkey, challenge);
  if (!verified) throw new Refusal('passkey_invalid');
  return verified;
}

/** Returns the label of a passkey until its owner renames it: browser and system. */
export function passkeyLabel(userAgent: string): string {
  const { browser, system } = nameDevice(userAgent);
  return [browser, system].filter((word) => word !== '').join(', ') || 'Passkey';
}

/** Adds the first passkey of a new account, in steps. */
export const firstPasskey = {
  /** @throws Refusal `passkeys_unavailable` */
  async start(
    deps: Pick<Deps, 'keys' | 'clock' | 'config'>,
    { userId, account }: { userId: string; account: string },
  ): Promise<{ options: PasskeyCreation; origin: string }> {
    const options = await passkeyCreationFor(deps, { account, use: useFor(userId), known: [] });
    return { options, origin: passkeyPlace(deps).origin };
  },
  /** @throws Refusal `passkey_invalid`, `passkeys_unavailable` */
  async check(
    deps: PasskeyDeps,
    { userId, passkey, userAgent }: { userId: string; passkey: NewPasskey; userAgent: string },
  ): Promise<AddedPasskey> {
    const verified = await checkNewPasskey(deps, passkey, useFor(userId));
    return {
      ...verified,
      audience: 'consumer',
      subjectId: userId,
      id: newId(),
      label: passkeyLabel(userAgent),
    };
  },
  /** @throws Refusal `passkey_known` */
  async insert(tx: Transaction, passkey: AddedPasskey): Promise<void> {
    if ((await insertPasskey(tx, passkey, 1)) !== 'added') throw new Refusal('passkey_known');
  },
  /**
   * Returns whether this passkey is already the account's. Compares the public key, because others may know a
   * passkey's id.
   */
  async isOf(deps: PasskeyDeps, userId: string, passkey: NewPasskey): Promise<boolean> {
    const known = await findPasskey(deps.db, Buffer.from(passkey.id, 'base64url'));
    const open = openChallenge(deps, passkey.response.clientDataJSON, useFor(userId));
    const verified = open && (await verify(deps, passkey, open.challenge));
    return known?.subjectId === userId && verified?.publicKey.equals(known.publicKey) === true;
  },
};

function useFor(userId: string): RegistrationUse {
  return { purpose: 'registration', audience: 'consumer', subjectId: userId, sessionId: null };
}

async function verify(deps: PasskeyDeps, passkey: NewPasskey, challenge: string) {
  const { rpId, origin } = passkeyPlace(deps);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: passkey,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: passkey.response.transports,
      isBackedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for any invalid answer: bytes, origin, host name, verification.
    return undefined;
  }
}
