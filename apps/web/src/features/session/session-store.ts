import type { TokenPair } from '@zawadi/contract/users';
import { claimsOf } from '../../api/claims.ts';
import { onSessionLost } from '../../api/refresh.ts';
import { holdsSealed, prepareSeal } from '../../api/sealed-storage.ts';
import { clearTokens, onTokensChangedElsewhere, readTokens, storeTokens } from '../../api/token-store.ts';
import type { SessionState } from './session-state.ts';

const watchers = new Set<() => void>();
const identityWatchers = new Set<() => void>();
let state: SessionState = { status: 'loading' };
let loading: Promise<SessionState> | undefined;
let isEndedAtStart = false;
let whyEnded: string | undefined;

export const sessionStore = {
  read: () => state,
  watch: (watcher: () => void) => listen(watchers, watcher),
  /** Calls the watcher before all others when the user changes or signs out. */
  watchIdentity: (watcher: () => void) => listen(identityWatchers, watcher),
  /** Resolves to the session; the first call starts loading it. */
  settled: async (): Promise<SessionState> => (state.status === 'loading' ? load() : state),
  load,
  /** Signs in with new tokens, which replace any previous session. */
  async signIn(tokens: TokenPair): Promise<SessionState> {
    await prepareSeal();
    storeTokens(tokens);
    isEndedAtStart = false;
    whyEnded = undefined;
    await loading;
    return load();
  },
  /** Deletes the session from this device. */
  forget(): void {
    const hasLeft = state.status === 'signed-in' ? state.role : undefined;
    clearTokens();
    become({ status: 'signed-out', hasLeft });
  },
};

/** Loads the session: asks the server whose access token is stored. */
async function load(): Promise<SessionState> {
  loading ??= settle().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function settle(): Promise<SessionState> {
  const isReadable = !holdsSealed() || (await prepareSeal().then(isDone, isNotDone));
  if (!isReadable) return become({ status: 'unreachable' });
  const claims = storedClaims();
  if (claims === undefined) {
    return become({
      status: 'signed-out',
      ...(isEndedAtStart && { hasEnded: true }),
      ...(whyEnded !== undefined && { whyEnded }),
    });
  }
  // Loaded only if tokens are stored: a first visit does not need the contract's schemas.
  const { loadSessionOf } = await import('./who-is.ts').catch(() => ({ loadSessionOf: undefined }));
  const next: SessionState =
    loadSessionOf === undefined ? { status: 'unreachable' } : await loadSessionOf(claims);
  // During the call, another tab may have changed or ended the session.
  if (storedClaims()?.sub !== claims.sub) return settle();
  if (next.status === 'signed-out') clearTokens();
  // If the server is unreachable, keep the known user on the page.
  const isKnown =
    next.status === 'unreachable' && state.status === 'signed-in' && state.subject === claims.sub;
  return isKnown ? state : become(next);
}

const isDone = () => true;
const isNotDone = () => false;

function become(next: SessionState): SessionState {
  // The first answer after a page load is not a change of user: that user was signed in before.
  const isAnotherUser = state.status !== 'loading' && identityOf(next) !== identityOf(state);
  state = next;
  if (isAnotherUser) for (const watcher of identityWatchers) watcher();
  for (const watcher of watchers) watcher();
  return state;
}

/**
 * Loads the session, and follows changes of the stored tokens as long as the page is open.
 * @param onEnded called when the server ends the session of the user on the page; with a sentence if this browser has
 * lost its session's key, also when the page starts
 */
export function startSession(onEnded: (sentence?: string) => void): void {
  onSessionLost((refusal) => {
    if (refusal?.code === 'session_idle') whyEnded = refusal.message;
    const isKeyLost = refusal?.code === 'device_key_needed';
    if (isKeyLost) onEnded(refusal.message);
    else if (state.status === 'signed-in' && storedClaims() === undefined && whyEnded === undefined)
      onEnded();
    else if (state.status === 'loading') isEndedAtStart = true;
    reread();
  });
  onTokensChangedElsewhere(reread);
  // While another tab or app was in front, the account may have been verified or signed out elsewhere.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && state.status === 'signed-in') void load();
  });
  void sessionStore.settled();
}

// Reads the stored tokens again, after the session was lost here or changed in another tab.
function reread(): void {
  const claims = storedClaims();
  const isSame = state.status === 'signed-in' && state.subject === claims?.sub && state.role === claims.role;
  if (!isSame) void load();
}

function storedClaims() {
  const tokens = readTokens();
  return tokens === undefined ? undefined : claimsOf(tokens.accessToken);
}

function identityOf(session: SessionState): string {
  return session.status === 'signed-in' ? `${session.role} ${session.subject}` : session.status;
}

function listen(set: Set<() => void>, watcher: () => void): () => void {
  set.add(watcher);
  return () => {
    set.delete(watcher);
  };
}
