import type { Cipher } from './cipher.ts';

// Any script of this page can read the passphrase. It only hides stored values from a casual look and from pasted
// storage dumps. The Content-Security-Policy, short token lifetimes and rotation protect the tokens.
const PASSPHRASE = 'Zawadi: a gift that fits an SMS.';
const PREFIX = 'zawadi.';

let cipher: Cipher | undefined;

// Private browsing may forbid local storage; sealed values then last as long as the page.
const memory = new Map<string, string>();

/** Loads the cipher; call it before sealing or opening. A first visit does without it until a person signs in. */
export async function prepareSeal(): Promise<void> {
  const { cipherBy } = await import('./cipher.ts');
  cipher ??= cipherBy(PASSPHRASE);
}

/** Returns whether this device may hold a sealed value. */
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
    // Local storage is forbidden, so nothing was stored there.
  }
}
