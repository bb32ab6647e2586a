import type { RoleName } from '@zawadi/contract';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { Authenticators } from '../../platform/http/register-routes.ts';
import { bearerOf } from '../../platform/http/routes.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readAccessToken } from './access-tokens.ts';
import { findLiveSession } from './live-sessions.ts';
import type { LiveSession, SessionAudience } from './session-store.ts';

type AuthenticatorDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>;
type SessionOf<A extends SessionAudience> = Extract<LiveSession, { audience: A }>;

export const ROLES = {
  consumer: 'ROLE_USER',
  merchant: 'ROLE_MERCHANT',
  admin: 'ROLE_ADMIN',
} as const satisfies Record<SessionAudience, RoleName>;

/** Those who sign in. 401 says who you are is not established; 403 is only for a wrong role. */
export function createAuthenticators(deps: AuthenticatorDeps): Omit<Authenticators, 'machine'> {
  return {
    consumer: async (request) => {
      const session = await sessionOf(deps, request, 'consumer');
      return { userId: session.userId, sessionId: session.id };
    },
    merchant: async (request) => memberOf(await sessionOf(deps, request, 'merchant')),
    admin: async (request) => administratorOf(deps, await sessionOf(deps, request, 'admin')),
    'merchant-or-admin': async (request) => {
      const session = await sessionOf(deps, request, 'merchant', 'admin');
      return session.audience === 'merchant' ? memberOf(session) : administratorOf(deps, session);
    },
  };
}

/** The consumer whose session a call brings along that it could do without. */
export async function consumerOfBearer(
  deps: AuthenticatorDeps,
  bearer: string | undefined,
): Promise<string | undefined> {
  try {
    return (await sessionOfToken(deps, bearer, ['consumer'])).userId;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function memberOf({ id, version: _version, audience: _audience, ...member }: SessionOf<'merchant'>) {
  return { sessionId: id, ...member };
}

function administratorOf({ config }: Pick<Deps, 'config'>, session: SessionOf<'admin'>) {
  const { id, staffId, staffRole, mustChangePassword, hasSecondFactor } = session;
  const mustEnrolTwoFactor = config.administratorsNeedTwoFactor && !hasSecondFactor;
  return { sessionId: id, staffId, staffRole, mustChangePassword, mustEnrolTwoFactor };
}

async function sessionOf<A extends SessionAudience>(
  deps: AuthenticatorDeps,
  request: FastifyRequest,
  ...audiences: A[]
): Promise<SessionOf<A>> {
  return sessionOfToken(deps, bearerOf(request), audiences);
}

async function sessionOfToken<A extends SessionAudience>(
  deps: AuthenticatorDeps,
  token: string | undefined,
  audiences: readonly A[],
): Promise<SessionOf<A>> {
  if (token === undefined) throw new Refusal('unauthenticated');
  const claims = await readAccessToken(deps, token);
  const session = await findLiveSession(deps.db, claims.sid);
  if (!session || session.version !== claims.ver || ROLES[session.audience] !== claims.role) {
    throw new Refusal('unauthenticated');
  }
  if (!isOfAudience(session, audiences)) throw new Refusal('forbidden');
  return session;
}

function isOfAudience<A extends SessionAudience>(
  session: LiveSession,
  audiences: readonly A[],
): session is SessionOf<A> {
  return audiences.some((audience) => audience === session.audience);
}
