import type { TokenPair } from '@zawadi/contract/users';
import { CallRefused } from './call-errors.ts';
import { claimsOf } from './claims.ts';
import { exchange } from './exchange.ts';
import { clearTokens, readTokens, storeTokens } from './token-store.ts';

const LOCK = 'zawadi-refresh';
type LostListener = (refusal?: CallRefused) => void;

let onLost: LostListener = () => undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Registers what happens when the session ends; the guards then lead to the area's sign-in. */
export function onSessionLost(listener: LostListener): void {
  onLost = listener;
}

export function sessionLost(refusal?: CallRefused): void {
  clearTokens();
  onLost(refusal);
}

/**
 * Returns a token pair newer than `stale`. Tabs take turns: the first refreshes, the others find its result.
 * @throws CallRefused when the session is over (the tokens are then cleared), CallFailed when the server is away.
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

// Another tab may have signed in another user; a call meant for the first must not run as the second.
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

// Web Locks exist only on secure origins; elsewhere turns apply only within this tab.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (locks !== undefined) return locks.request(LOCK, work);
  const turn = queue.then(work, work);
  queue = turn.catch(() => undefined);
  return turn;
}
