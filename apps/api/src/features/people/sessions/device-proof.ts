import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import { z } from 'zod';
import { hashWith, signingKeys, type Key } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { bearerOf } from '../../../http/routes.ts';
import { isLoopbackUrl } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { OwnedSession } from './refresh-token-store.ts';

type ProofDeps = Pick<Deps, 'keys' | 'clock' | 'config'>;

const NONCE_SLOT_MS = 5 * 60_000;
const NONCE_LENGTH = 22;
// Accepts nonces of the current, previous and next slot. The next slot allows for a server whose clock is a
// little ahead.
const ACCEPTED_SLOTS = [0, -1, 1];

const proofHeader = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.undefined().optional(),
  }),
});

const proofClaims = z.object({
  jti: z.string().min(1).max(200),
  htm: z.string(),
  htu: z.url(),
  // Required, but not checked, because phones' clocks are wrong by hours. The nonce shows that a proof is new.
  iat: z.number(),
  nonce: z.string().max(200).optional(),
  ath: z.string().max(200).optional(),
});
type ProofClaims = z.infer<typeof proofClaims>;

/**
 * Checks the request's device proof (RFC 9449). Adds the nonce for the next proof to the reply.
 * @returns the thumbprint (RFC 7638) of the device key; undefined without a proof
 * @throws Refusal `use_dpop_nonce`, `invalid_dpop_proof`
 */
export async function readDeviceKey(
  deps: ProofDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const proof = request.headers['dpop'];
  if (proof === undefined) return undefined;
  addNextNonce(deps, request, reply);
  const { jwk, claims } = await verified(String(proof));
  if (!isAboutCall(deps, request, claims)) throw new Refusal('invalid_dpop_proof');
  if (!isAcceptedNonce(deps, claims.nonce)) {
    reply.header('www-authenticate', 'DPoP error="use_dpop_nonce"');
    throw new Refusal('use_dpop_nonce');
  }
  return calculateJwkThumbprint(jwk);
}

/**
 * Refuses a request without a proof of the device key that the session is bound to.
 * @throws Refusal `device_key_needed`, always
 */
export function refuseOtherKey(
  { audience, subjectId }: Pick<OwnedSession, 'audience' | 'subjectId'>,
  deviceKey: string | undefined,
): never {
  const reason = deviceKey === undefined ? 'no-proof' : 'other-key';
  securityEvent('session.key-missing', { audience, account: subjectId, reason });
  throw new Refusal('device_key_needed');
}

/**
 * Adds a nonce before the token is checked, so that a client with an expired token needs no extra request to
 * refresh it.
 */
export function addNextNonce(deps: ProofDeps, request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['dpop'] !== undefined) reply.header('dpop-nonce', nonceOf(deps.keys[0], slotNow(deps)));
}

async function verified(proof: string) {
  try {
    const { jwk } = proofHeader.parse(decodeProtectedHeader(proof));
    const { payload } = await compactVerify(proof, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
    return { jwk, claims: proofClaims.parse(JSON.parse(new TextDecoder().decode(payload))) };
  } catch (error) {
    if (!isFaultOfProof(error)) throw error;
    throw new Refusal('invalid_dpop_proof');
  }
}

// WebCrypto throws a DOMException for a point that is not on the curve, jose a TypeError for text that is no token.
function isFaultOfProof(error: unknown): boolean {
  return [errors.JOSEError, z.ZodError, DOMException, TypeError, SyntaxError].some(
    (kind) => error instanceof kind,
  );
}

function isAboutCall(deps: ProofDeps, request: FastifyRequest, { htm, htu, ath }: ProofClaims): boolean {
  const token = bearerOf(request);
  const isOfToken = token === undefined || ath === hash('sha256', token, 'base64url');
  return isOfToken && htm === request.method && isAddressOf(deps, request, htu);
}

/**
 * Returns whether the proof is for this request's URL. Origin and path must match. The origin is compared with
 * `PUBLIC_URL` and not with the request's `Host`, which a relay under another name would send too. A development
 * server is reached as localhost, as 127.0.0.1 and through the port of Vite.
 */
function isAddressOf({ config }: ProofDeps, request: FastifyRequest, htu: string): boolean {
  const named = new URL(htu);
  const ours = new URL(config.publicUrl);
  const isHere = named.origin === ours.origin || (isLoopbackUrl(ours) && isLoopbackUrl(named));
  const path = request.url.split(/[?#]/u)[0] ?? '';
  return (
    isHere && URL.canParse(path, named.origin) && named.pathname === new URL(path, named.origin).pathname
  );
}

function isAcceptedNonce(deps: ProofDeps, nonce: string | undefined): boolean {
  const now = slotNow(deps);
  return signingKeys(deps.keys, deps.clock.now()).some((key) =>
    ACCEPTED_SLOTS.some((distance) => nonceOf(key, now + distance) === nonce),
  );
}

function slotNow({ clock }: ProofDeps): number {
  return Math.floor(clock.now().getTime() / NONCE_SLOT_MS);
}

// Derives a nonce from the time slot, so that every process can compute it and none has to store it.
function nonceOf(key: Key, slot: number): string {
  return hashWith(key, JSON.stringify(['dpop-nonce', slot]))
    .toString('base64url')
    .slice(0, NONCE_LENGTH);
}
