import { constants, privateDecrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Certificate with which clients encrypt the initiator password. Also served at /control/certificate. */
export const sandboxCertificatePem = readFileSync(
  new URL('sandbox-only-certificate.pem', import.meta.url),
  'utf8',
);

let privateKeyPem: string | undefined;

/**
 * Decrypts a SecurityCredential (RSA, PKCS#1 v1.5, base64).
 *
 * @returns undefined if it was not encrypted with our certificate
 */
export function decryptCredential(credential: string): string | undefined {
  privateKeyPem ??= readFileSync(new URL('sandbox-only-private-key.pem', import.meta.url), 'utf8');
  try {
    return privateDecrypt(
      { key: privateKeyPem, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(credential, 'base64'),
    ).toString('utf8');
  } catch {
    return undefined;
  }
}
