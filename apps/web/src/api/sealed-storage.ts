import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js';

// Any reader of this page can read the passphrase. It keeps what is stored out of casual sight and out of
// pasted storage dumps; what protects tokens is the Content-Security-Policy, their short life and rotation.
const PASSPHRASE = 'Zawadi: a gift that fits an SMS.';
const cipher = managedNonce(xchacha20poly1305)(utf8ToBytes(PASSPHRASE));

// Private browsing may forbid local storage; what is sealed then lasts as long as the page.
const memory = new Map<string, string>();

/** Keeps a text on this device, encrypted. */
export function seal(key: string, text: string): void {
  const sealed = bytesToHex(cipher.encrypt(utf8ToBytes(text)));
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
    return sealed === null ? undefined : bytesToUtf8(cipher.decrypt(hexToBytes(sealed)));
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
