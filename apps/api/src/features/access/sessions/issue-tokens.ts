import type { TokenPair } from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { signAccessToken, type AccessClaims } from './access-tokens.ts';
import { ROLES } from './authenticators.ts';
import type { LiveSession } from './session-store.ts';

/** The pair a client keeps: who is asking, for 15 minutes, and the means to ask for the next pair. */
export async function issueTokens(
  deps: Pick<Deps, 'keys' | 'clock'>,
  session: LiveSession,
  refreshToken: string,
): Promise<TokenPair> {
  return { accessToken: await signAccessToken(deps, claimsOf(session)), refreshToken };
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
  const { staffId, staffRole } = session;
  if (session.audience === 'admin') return { sub: staffId, ...common, staffRole };
  const { merchantCode, merchantId } = session;
  return { sub: merchantCode, ...common, merchantId, staffId, staffRole };
}
