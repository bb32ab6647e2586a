import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js';

export type Cipher = {
  encrypt: (text: string) => string;
  /** @throws Error if the text was not encrypted with this passphrase */
  decrypt: (sealed: string) => string;
};

/** @param passphrase 32 bytes */
export function cipherBy(passphrase: string): Cipher {
  const cipher = managedNonce(xchacha20poly1305)(utf8ToBytes(passphrase));
  return {
    encrypt: (text) => bytesToHex(cipher.encrypt(utf8ToBytes(text))),
    decrypt: (sealed) => bytesToUtf8(cipher.decrypt(hexToBytes(sealed))),
  };
}
