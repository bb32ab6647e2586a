import type { TokenPair } from '@zawadi/contract/users';
import { forget, open, prepareSeal, seal } from './sealed-storage.ts';
import { TEST_KEY_KEY } from './test-key.ts';

export const ACCESS_TOKEN_KEY = 'zawadi.access-token';
export const REFRESH_TOKEN_KEY = 'zawadi.refresh-token';
/** Storage key of the data that a signed-in consumer can read offline. Cleared together with the tokens. */
export const OFFLINE_KEY = 'zawadi.offline';

/** Returns the stored token pair, or undefined if there is no pair or decryption fails. */
export function readTokens(): TokenPair | undefined {
  const accessToken = open(ACCESS_TOKEN_KEY);
  const refreshToken = open(REFRESH_TOKEN_KEY);
  return accessToken !== undefined && refreshToken !== undefined ? { accessToken, refreshToken } : undefined;
}

export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  // Write the access token last: other tabs listen for its change, and then read both tokens.
  seal(REFRESH_TOKEN_KEY, refreshToken);
  seal(ACCESS_TOKEN_KEY, accessToken);
}

export function clearTokens(): void {
  for (const key of [TEST_KEY_KEY, OFFLINE_KEY, REFRESH_TOKEN_KEY, ACCESS_TOKEN_KEY]) forget(key);
}

/**
 * Notifies the listener when another tab signs in, refreshes or signs out. Returns a function that removes the
 * listener.
 */
export function onTokensChangedElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    // The listener may need the cipher: the first sign-in on this device may be in another tab.
    if (event.key === ACCESS_TOKEN_KEY || event.key === null)
      void prepareSeal()
        .catch(() => undefined)
        .then(listener);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
