import type { RoleName } from '@zawadi/contract';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { Authenticators } from '../../platform/http/register-routes.ts';
import { bearerOf } from '../../platform/http/routes.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readAccessToken } from './access-tokens.ts';
import { findLiveSession } from './live-sessions.ts';
import type { LiveSession, SessionAudience } from './session-store.ts';

type AuthenticatorDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
type SessionOf<A extends SessionAudience> = Extract<LiveSession, { audience: A }>;

export const ROLES = {
  consumer: 'ROLE_USER',
  merchant: 'ROLE_MERCHANT',
  admin: 'ROLE_ADMIN',
} as const satisfies Record<SessionAudience, RoleName>;

/** Those who sign in. 401 says who you are is not established; 403 is only for a wrong role. */
export function createAuthenticators(
  deps: AuthenticatorDeps,
): Pick<Authenticators, 'consumer' | 'merchant' | 'admin'> {
  return {
    consumer: async (request) => {
      const session = await sessionOf(deps, request, 'consumer');
      return { userId: session.userId, sessionId: session.id };
    },
    merchant: async (request) => {
      const {
        id,
        version: _version,
        audience: _audience,
        ...member
      } = await sessionOf(deps, request, 'merchant');
      return { sessionId: id, ...member };
    },
    admin: async (request) => {
      const { id, staffId, staffRole } = await sessionOf(deps, request, 'admin');
      return { sessionId: id, staffId, staffRole };
    },
  };
}

async function sessionOf<A extends SessionAudience>(
  deps: AuthenticatorDeps,
  request: FastifyRequest,
  audience: A,
): Promise<SessionOf<A>> {
  const token = bearerOf(request);
  if (token === undefined) throw new Refusal('unauthenticated');
  const claims = await readAccessToken(deps, token);
  const session = await findLiveSession(deps.db, claims.sid);
  if (!session || session.version !== claims.ver || ROLES[session.audience] !== claims.role) {
    throw new Refusal('unauthenticated');
  }
  if (!isOfAudience(session, audience)) throw new Refusal('forbidden');
  return session;
}

function isOfAudience<A extends SessionAudience>(session: LiveSession, audience: A): session is SessionOf<A> {
  return session.audience === audience;
}
