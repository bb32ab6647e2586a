import type { TokenPair } from '@zawadi/contract/users';
import { CallRefused } from './call-errors.ts';
import { claimsOf } from './claims.ts';
import { exchange } from './exchange.ts';
import { clearTokens, readTokens, storeTokens } from './token-store.ts';

const LOCK = 'zawadi-refresh';
type LostListener = (refusal?: CallRefused) => void;

let onLost: LostListener = () => undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Registers a listener for the end of the session; the route guards then open the area's sign-in page. */
export function onSessionLost(listener: LostListener): void {
  onLost = listener;
}

export function sessionLost(refusal?: CallRefused): void {
  clearTokens();
  onLost(refusal);
}

/**
 * Returns a token pair newer than `stale`. Only one tab refreshes at a time; the other tabs then read its new pair.
 * @throws CallRefused when the session has ended (the tokens are then cleared), CallFailed when the server does not
 * answer
 */
export function refreshed(stale: TokenPair): Promise<TokenPair> {
  return inTurn(async () => {
    const stored = readTokens();
    if (stored === undefined || !isSameOwner(stored, stale)) throw ended();
    if (stored.accessToken !== stale.accessToken) return stored;
    const fresh = await renew(stored);
    storeTokens(fresh);
    return fresh;
  });
}

async function renew({ refreshToken }: TokenPair): Promise<TokenPair> {
  const { refresh } = await import('@zawadi/contract/sessions');
  try {
    return (await exchange(refresh, { body: { refreshToken } })) as TokenPair;
  } catch (error) {
    const isRefused = error instanceof CallRefused && error.status < 500 && error.status !== 429;
    if (isRefused) sessionLost(error);
    throw error;
  }
}

// Another tab may have signed in another user; a call of the first user must not run as the second.
function isSameOwner(one: TokenPair, other: TokenPair): boolean {
  return claimsOf(one.accessToken)?.sub === claimsOf(other.accessToken)?.sub;
}

function ended(): CallRefused {
  onLost();
  return new CallRefused(401, {
    code: 'session_expired',
    customerMessage: 'Your session has ended. Please sign in again.',
  });
}

// Web Locks exist only on https pages; on http pages, only the calls of this tab take turns.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (locks !== undefined) return locks.request(LOCK, work);
  const turn = queue.then(work, work);
  queue = turn.catch(() => undefined);
  return turn;
}
