import { userDetails } from '@zawadi/contract/users-details';
import { call, CallFailed, CallRefused } from '../../api/call.ts';
import type { Claims } from '../../api/claims.ts';
import { rememberTestKey } from '../../api/test-key.ts';
import { followAccountLanguage } from '../../i18n/language.ts';
import type { SessionState } from './session-state.ts';

/**
 * Loads the owner of the stored token from the server. Returns signed-out if the server no longer accepts the token.
 */
export async function loadSessionOf(claims: Claims): Promise<SessionState> {
  const { role, sub: subject } = claims;
  const signedIn = { status: 'signed-in', role, subject } as const;
  try {
    if (role === 'ROLE_USER') {
      rememberTestKey();
      const user = await call(userDetails, { body: {} });
      await followAccountLanguage(user.language);
      return { ...signedIn, user };
    }
    // Loaded only here, because consumers do not need the contracts of shops and administrators.
    const { loadStaffSession } = await import('./who-works.ts').catch((cause: unknown) => {
      throw new CallFailed(cause);
    });
    return { ...signedIn, ...(await loadStaffSession(claims)) };
  } catch (error) {
    if (isOver(error)) return { status: 'signed-out' };
    if (error instanceof CallFailed || error instanceof CallRefused) return { status: 'unreachable' };
    throw error;
  }
}

function isOver(error: unknown): boolean {
  return error instanceof CallRefused && [401, 403, 404].includes(error.status);
}
