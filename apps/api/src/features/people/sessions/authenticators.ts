import { BACKGROUND_HEADER } from '@zawadi/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../config/deps.ts';
import type { Authenticators } from '../../../http/register-routes.ts';
import { bearerOf } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { readAccessToken, ROLES } from './access-tokens.ts';
import { addNextNonce, readDeviceKey, refuseOtherKey } from './device-proof.ts';
import { findLiveSession, forgetLiveSession } from './live-sessions.ts';
import { extendSession, type LiveSession, type SessionAudience } from './session-store.ts';

type AuthenticatorDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;
type SessionOf<A extends SessionAudience> = Extract<LiveSession, { audience: A }>;

/**
 * Makes the authenticators of all audiences that sign in. They answer 401 to an unknown caller, 403 to a wrong role.
 */
export function createAuthenticators(deps: AuthenticatorDeps): Omit<Authenticators, 'machine' | 'stepUp'> {
  return {
    consumer: async (...call) => consumerOf(await sessionOf(deps, call, 'consumer')),
    merchant: async (...call) => memberOf(await sessionOf(deps, call, 'merchant')),
    admin: async (...call) => administratorOf(deps, await sessionOf(deps, call, 'admin')),
    'merchant-or-admin': async (...call) => {
      const session = await sessionOf(deps, call, 'merchant', 'admin');
      return session.audience === 'merchant' ? memberOf(session) : administratorOf(deps, session);
    },
    'signed-in': async (...call) => {
      const session = await sessionOf(deps, call, 'consumer', 'merchant', 'admin');
      const subjectId = subjectOf(session);
      const { audience } = session;
      if (audience === 'consumer') return { audience, subjectId, ...consumerOf(session) };
      if (audience === 'merchant') return { audience, subjectId, ...memberOf(session) };
      return { audience, subjectId, ...administratorOf(deps, session) };
    },
    deviceKey: (...call) => readDeviceKey(deps, ...call),
  };
}

/** Returns the signed-in consumer on an endpoint that needs no session; undefined without a session. */
export async function consumerOfBearer(
  deps: AuthenticatorDeps,
  { bearer, deviceKey }: { bearer: string | undefined; deviceKey: string | undefined },
): Promise<string | undefined> {
  try {
    const session = await sessionOfToken(deps, bearer, () => Promise.resolve(deviceKey));
    return session.audience === 'consumer' ? session.userId : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function subjectOf(session: LiveSession): string {
  if (session.audience === 'consumer') return session.userId;
  return session.audience === 'merchant' ? session.staffId : session.administratorId;
}

function consumerOf({ id, userId }: SessionOf<'consumer'>) {
  return { userId, sessionId: id };
}

function memberOf(session: SessionOf<'merchant'>) {
  const { id, version: _version, audience: _audience, keyThumbprint: _key, ...member } = session;
  return { sessionId: id, ...member };
}

function administratorOf({ config }: Pick<Deps, 'config'>, session: SessionOf<'admin'>) {
  const { id, administratorId, staffRole, mustChangePassword, hasSecondFactor, mustAddPasskey } = session;
  const mustEnrolTwoFactor = config.administratorsNeedTwoFactor && !hasSecondFactor;
  return {
    sessionId: id,
    administratorId,
    staffRole,
    mustChangePassword,
    mustEnrolTwoFactor,
    mustAddPasskey,
  };
}

async function sessionOf<A extends SessionAudience>(
  deps: AuthenticatorDeps,
  [request, reply]: [FastifyRequest, FastifyReply],
  ...audiences: A[]
): Promise<SessionOf<A>> {
  addNextNonce(deps, request, reply);
  const session = await sessionOfToken(deps, bearerOf(request), async () => {
    request.deviceKey = await readDeviceKey(deps, request, reply);
    return request.deviceKey;
  });
  if (session.audience === 'admin' && session.isExtendable && isActOfPerson(request)) {
    await extendSession(deps.db, session.id);
    forgetLiveSession(deps.db, session.id);
  }
  if (isOfAudience(session, audiences)) return session;
  securityEvent('role.refused', { audience: session.audience, account: subjectOf(session) });
  throw new Refusal('forbidden');
}

/** Returns whether a person caused the request. Excludes live-update streams and requests marked as background. */
function isActOfPerson({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.isStream !== true && headers[BACKGROUND_HEADER] === undefined;
}

/** Checks the token before the device proof, so that an expired token is answered as expired. */
async function sessionOfToken(
  deps: AuthenticatorDeps,
  token: string | undefined,
  deviceKeyOfCall: () => Promise<string | undefined>,
): Promise<LiveSession> {
  if (token === undefined) throw new Refusal('unauthenticated');
  const claims = await readAccessToken(deps, token);
  const session = await findLiveSession(deps.db, claims.sid);
  if (!session || session.version !== claims.ver || ROLES[session.audience] !== claims.role) {
    throw new Refusal('unauthenticated');
  }
  const deviceKey = await deviceKeyOfCall();
  // The session may come from the cache, up to a second old. So the token may name a device key that the
  // session does not have yet.
  const keyThumbprint = session.keyThumbprint ?? claims.cnf?.jkt;
  if (keyThumbprint !== undefined && keyThumbprint !== deviceKey) {
    refuseOtherKey({ audience: session.audience, subjectId: subjectOf(session) }, deviceKey);
  }
  return session;
}

function isOfAudience<A extends SessionAudience>(
  session: LiveSession,
  audiences: readonly A[],
): session is SessionOf<A> {
  return audiences.some((audience) => audience === session.audience);
}
