import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js';
import type { TokenPair } from '@zawadi/contract/auth';

export const ACCESS_TOKEN_KEY = 'zawadi.access-token';
export const REFRESH_TOKEN_KEY = 'zawadi.refresh-token';

// Everybody who can read this page can read the passphrase. It keeps tokens out of casual sight and out of
// pasted storage dumps; what protects them is the Content-Security-Policy, their short life and rotation.
const PASSPHRASE = 'Zawadi: a gift that fits an SMS.';
const cipher = managedNonce(xchacha20poly1305)(utf8ToBytes(PASSPHRASE));

// Private browsing may forbid local storage; the session then lasts as long as the page.
const memory = new Map<string, string>();

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
  for (const key of [REFRESH_TOKEN_KEY, ACCESS_TOKEN_KEY]) {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored there.
    }
  }
}

/** Tells when another tab signs in, refreshes or signs out. Returns how to stop listening. */
export function onTokensChangedElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === ACCESS_TOKEN_KEY || event.key === null) listener();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

function seal(key: string, token: string): void {
  const sealed = bytesToHex(cipher.encrypt(utf8ToBytes(token)));
  try {
    localStorage.setItem(key, sealed);
  } catch {
    memory.set(key, sealed);
  }
}

function open(key: string): string | undefined {
  try {
    const sealed = memory.get(key) ?? localStorage.getItem(key);
    return sealed === null ? undefined : bytesToUtf8(cipher.decrypt(hexToBytes(sealed)));
  } catch {
    return undefined;
  }
}
