import type { Cipher } from './cipher.ts';

// Any script of this page can read the passphrase. Encryption only hides stored values from a glance and in pasted
// storage dumps. The Content-Security-Policy, short token lifetimes and rotation protect the tokens.
const PASSPHRASE = 'Zawadi: a gift that fits an SMS.';
const PREFIX = 'zawadi.';

let cipher: Cipher | undefined;

// Private browsing may forbid local storage; encrypted values are then lost when the page closes.
const memory = new Map<string, string>();

/** Loads the cipher; call it before `seal` or `open`. A first visit loads no cipher until a person signs in. */
export async function prepareSeal(): Promise<void> {
  const { cipherBy } = await import('./cipher.ts');
  cipher ??= cipherBy(PASSPHRASE);
}

/** Returns whether local storage holds an encrypted value. */
export function holdsSealed(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}

/**
 * Stores a text on this device, encrypted.
 * @throws Error before `prepareSeal`
 */
export function seal(key: string, text: string): void {
  if (cipher === undefined) throw new Error('the cipher is not loaded yet; call prepareSeal first');
  const sealed = cipher.encrypt(text);
  try {
    localStorage.setItem(key, sealed);
  } catch {
    memory.set(key, sealed);
  }
}

/** Returns the text under a key, or undefined if there is none or it cannot be decrypted. */
export function open(key: string): string | undefined {
  try {
    const sealed = memory.get(key) ?? localStorage.getItem(key);
    return sealed === null ? undefined : cipher?.decrypt(sealed);
  } catch {
    return undefined;
  }
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Local storage is forbidden, so there is nothing to remove.
  }
}
