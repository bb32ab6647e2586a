import { userDetails } from '@zawadi/contract/auth';
import type { RoleName, TokenPair, User } from '@zawadi/contract/auth';
import { merchantDetails } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { call, CallFailed, CallRefused } from '../../api/call.ts';
import { claimsOf } from '../../api/claims.ts';
import type { Claims } from '../../api/claims.ts';
import { queryClient } from '../../api/query-client.ts';
import { whenSessionIsLost } from '../../api/refresh.ts';
import { clearTokens, onTokensChangedElsewhere, readTokens, storeTokens } from '../../api/token-store.ts';

export type SessionState =
  | { status: 'loading' }
  /** `hasLeft`: by pressing Logout, so the next sign-in does not return to the page that was open. */
  | { status: 'signed-out'; hasLeft?: RoleName }
  /** There are tokens, but the server could not be asked whose they are. */
  | { status: 'unreachable' }
  | { status: 'signed-in'; role: RoleName; subject: string; user?: User; merchant?: Merchant };

const watchers = new Set<() => void>();
let state: SessionState = { status: 'loading' };
let loading: Promise<SessionState> | undefined;

export const sessionStore = {
  read: () => state,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  /** The session once it is known; begins the loading on the first call. */
  settled: async (): Promise<SessionState> => (state.status === 'loading' ? load() : state),
  load,
  /** Replaces whatever session there was. */
  async signIn(tokens: TokenPair): Promise<SessionState> {
    storeTokens(tokens);
    queryClient.clear();
    return load();
  },
  /** Forgets the session on this device. */
  forget(): void {
    const hasLeft = state.status === 'signed-in' ? state.role : undefined;
    clearTokens();
    queryClient.clear();
    become({ status: 'signed-out', hasLeft });
  },
};

/** Reads the stored token again and asks the server whose it is. */
async function load(): Promise<SessionState> {
  loading ??= settle().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function settle(): Promise<SessionState> {
  const tokens = readTokens();
  const claims = tokens === undefined ? undefined : claimsOf(tokens.accessToken);
  const next: SessionState = claims === undefined ? { status: 'signed-out' } : await whoIs(claims);
  // A person we know stays on screen while the server is away.
  const isKnown =
    next.status === 'unreachable' && state.status === 'signed-in' && state.subject === claims?.sub;
  return isKnown ? state : become(next);
}

async function whoIs({ sub, role }: Claims): Promise<SessionState> {
  const signedIn = { status: 'signed-in', role, subject: sub } as const;
  try {
    if (role === 'ROLE_USER') return { ...signedIn, user: await call(userDetails, { body: {} }) };
    if (role === 'ROLE_MERCHANT') {
      return { ...signedIn, merchant: await call(merchantDetails, { body: { merchantCode: sub } }) };
    }
    return signedIn;
  } catch (error) {
    if (isOver(error)) {
      clearTokens();
      return { status: 'signed-out' };
    }
    if (error instanceof CallFailed || error instanceof CallRefused) return { status: 'unreachable' };
    throw error;
  }
}

function isOver(error: unknown): boolean {
  return error instanceof CallRefused && [401, 403, 404].includes(error.status);
}

function become(next: SessionState): SessionState {
  state = next;
  for (const watcher of watchers) watcher();
  return state;
}

// Lost in this tab, or changed by another one: the stored tokens say who is signed in now.
function reread(): void {
  const tokens = readTokens();
  const claims = tokens === undefined ? undefined : claimsOf(tokens.accessToken);
  const isSame = state.status === 'signed-in' && state.subject === claims?.sub && state.role === claims.role;
  if (isSame) return;
  queryClient.clear();
  void load();
}

whenSessionIsLost(reread);
onTokensChangedElsewhere(reread);
