import { roleName, type RoleName, type TokenPair } from '@zawadi/contract';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { signingKeys, type Keys } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { LiveSession, SessionAudience } from './session-store.ts';

export const ROLES = {
  consumer: 'ROLE_USER',
  merchant: 'ROLE_MERCHANT',
  admin: 'ROLE_ADMIN',
} as const satisfies Record<SessionAudience, RoleName>;

const ALGORITHM = 'HS256';
// RFC 9068: prevents a token made for another purpose from passing as an access token.
const TYPE = 'at+jwt';
const ISSUER = 'zawadi';
const AUDIENCE = 'zawadi-api';
const LIFETIME_SECONDS = 15 * 60;

const claims = z.object({
  sub: z.string(),
  role: roleName,
  /** Id of the session. */
  sid: z.uuid(),
  /** Session version of the account; raising it ends every token. */
  ver: z.number().int(),
  /** RFC 7800: thumbprint of the device key that each request must prove. */
  cnf: z.object({ jkt: z.string() }).optional(),
  merchantId: z.uuid().optional(),
  staffId: z.uuid().optional(),
  staffRole: z.string().optional(),
});

type AccessClaims = z.infer<typeof claims>;

/** Returns the client's pair of tokens: an access token for 15 minutes, and the refresh token for the next pair. */
export async function issueTokens(
  deps: Pick<Deps, 'keys' | 'clock'>,
  session: LiveSession,
  refreshToken: string,
): Promise<TokenPair> {
  return { accessToken: await signAccessToken(deps, claimsOf(session)), refreshToken };
}

/**
 * Reads the claims of a token that we signed and that is still valid. Ignores key and algorithm in the
 * token's header.
 * @throws Refusal `unauthenticated`
 */
export async function readAccessToken(
  deps: { keys: Keys; clock: Clock },
  token: string,
): Promise<AccessClaims> {
  try {
    return claims.parse(await verifiedPayload(deps, token));
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError)
      throw new Refusal('unauthenticated');
    throw error;
  }
}

async function verifiedPayload(deps: { keys: Keys; clock: Clock }, token: string): Promise<JWTPayload> {
  const now = deps.clock.now();
  const options = {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['iat', 'exp'],
    currentDate: now,
  };
  const [first, ...others] = signingKeys(deps.keys, now);
  const former = others.map(({ jwt }) => jwt);
  try {
    return (await jwtVerify(token, first.jwt, options)).payload;
  } catch (error) {
    const isOfAnotherKey = error instanceof errors.JWSSignatureVerificationFailed;
    for (const key of isOfAnotherKey ? former : []) {
      const verified = await jwtVerify(token, key, options).catch(() => undefined);
      if (verified) return verified.payload;
    }
    throw error;
  }
}

function claimsOf(session: LiveSession): AccessClaims {
  const { keyThumbprint } = session;
  const common = {
    role: ROLES[session.audience],
    sid: session.id,
    ver: session.version,
    ...(keyThumbprint !== null && { cnf: { jkt: keyThumbprint } }),
  };
  if (session.audience === 'consumer') return { sub: session.userId, ...common };
  const { staffRole } = session;
  if (session.audience === 'admin') return { sub: session.administratorId, ...common, staffRole };
  const { merchantCode, merchantId, staffId } = session;
  return { sub: merchantCode, ...common, merchantId, staffId, staffRole };
}

/** Signs a token that identifies the caller for 15 minutes. */
async function signAccessToken(deps: { keys: Keys; clock: Clock }, about: AccessClaims): Promise<string> {
  const nowSeconds = Math.floor(deps.clock.now().getTime() / 1000);
  return new SignJWT(about)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
    .sign(deps.keys[0].jwt);
}
