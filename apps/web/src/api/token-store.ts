import type { TokenPair } from '@zawadi/contract/users';
import { forget, open, prepareSeal, seal } from './sealed-storage.ts';

export const ACCESS_TOKEN_KEY = 'zawadi.access-token';
export const REFRESH_TOKEN_KEY = 'zawadi.refresh-token';
/** What a signed-in consumer can read without a network. It goes with the tokens. */
export const OFFLINE_KEY = 'zawadi.offline';

/** The stored pair, or undefined when there is none or it cannot be decrypted. */
export function readTokens(): TokenPair | undefined {
  const accessToken = open(ACCESS_TOKEN_KEY);
  const refreshToken = open(REFRESH_TOKEN_KEY);
  return accessToken !== undefined && refreshToken !== undefined ? { accessToken, refreshToken } : undefined;
}

export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  // The access token goes last: other tabs listen to it and then find both.
  seal(REFRESH_TOKEN_KEY, refreshToken);
  seal(ACCESS_TOKEN_KEY, accessToken);
}

export function clearTokens(): void {
  for (const key of [OFFLINE_KEY, REFRESH_TOKEN_KEY, ACCESS_TOKEN_KEY]) forget(key);
}

/** Tells when another tab signs in, refreshes or signs out. Returns how to stop listening. */
export function onTokensChangedElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    // The first sign-in on this device may be in another tab.
    if (event.key === ACCESS_TOKEN_KEY || event.key === null)
      void prepareSeal()
        .catch(() => undefined)
        .then(listener);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
