import type { Cipher } from './cipher.ts';

// Any reader of this page can read the passphrase. It keeps what is stored out of casual sight and out of
// pasted storage dumps; what protects tokens is the Content-Security-Policy, their short life and rotation.
const PASSPHRASE = 'Zawadi: a gift that fits an SMS.';
const PREFIX = 'zawadi.';

let cipher: Cipher | undefined;

// Private browsing may forbid local storage; what is sealed then lasts as long as the page.
const memory = new Map<string, string>();

/** Fetches the cipher, before anything is sealed or opened. A first visit does without it until a person signs in. */
export async function prepareSeal(): Promise<void> {
  const { cipherBy } = await import('./cipher.ts');
  cipher ??= cipherBy(PASSPHRASE);
}

/** Whether this device may hold something that is sealed. */
export function holdsSealed(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}

/**
 * Keeps a text on this device, encrypted.
 * @throws Error before `prepareSeal`
 */
export function seal(key: string, text: string): void {
  if (cipher === undefined) throw new Error('the cipher is not there yet');
  const sealed = cipher.encrypt(text);
  try {
    localStorage.setItem(key, sealed);
  } catch {
    memory.set(key, sealed);
  }
}

/** The text under a key, or undefined when there is none or it cannot be decrypted. */
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
    // Nothing was stored there.
  }
}
