import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyCreation, PasskeyRequest } from '@zawadi/contract';

/** A passkey as an authenticator stores it. */
export type KeptPasskey = { id: string; privateKey: KeyObject; userHandle: string; counter: number };

/** Faults of the browser or authenticator that a test simulates. */
type Faults = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isUserVerified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
};

const ORIGIN = 'https://zawadi.test';
const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** Makes a passkey with a P-256 key and no attestation, as a phone does (WebAuthn 3, 6.5). */
export function makePasskey(creation: PasskeyCreation, faults: Faults = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  // COSE key: type EC2, algorithm ES256, curve P-256, and the two coordinates.
  const coseKey = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const attested = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from([0, credentialId.length]),
    credentialId,
    isoCBOR.encode(coseKey),
  ]);
  const authData = authenticatorData(creation.rp.id, ATTESTED, faults);
  const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', new Uint8Array(Buffer.concat([authData, attested]))],
  ]);
  const kept: KeptPasskey = { id, privateKey, userHandle: creation.user.id, counter: 0 };
  const answer = {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData('webauthn.create', creation.challenge, faults).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  };
  return { kept, answer };
}

/** Answers a sign-in challenge with a passkey, and increases its counter. */
export function answerWith(kept: KeptPasskey, request: PasskeyRequest, faults: Faults = {}) {
  kept.counter += 1;
  const authData = authenticatorData(request.rpId, 0, { counter: kept.counter, ...faults });
  const data = clientData('webauthn.get', request.challenge, faults);
  const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
  const { userHandle } = 'userHandle' in faults ? faults : kept;
  return {
    id: kept.id,
    rawId: kept.id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, kept.privateKey).toString('base64url'),
      ...(userHandle !== undefined && { userHandle }),
    },
  };
}

function authenticatorData(rpId: string, moreFlags: number, faults: Faults): Buffer {
  const { isUserVerified = true, counter = 0 } = faults;
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | moreFlags;
  const host = createHash('sha256')
    .update(faults.rpId ?? rpId)
    .digest();
  return Buffer.concat([host, Buffer.from([flags]), counted]);
}

function clientData(type: string, challenge: string, faults: Faults): Buffer {
  const data = { type, challenge, origin: ORIGIN, crossOrigin: false };
  const { origin = data.origin, challenge: other = challenge, type: otherType = type } = faults;
  return Buffer.from(JSON.stringify({ ...data, origin, challenge: other, type: otherType }));
}
