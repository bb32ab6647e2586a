import { constants, privateDecrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Clients encrypt the initiator password with this certificate. It is also served at /control/certificate. */
export const sandboxCertificatePem = readFileSync(
  new URL('sandbox-only-certificate.pem', import.meta.url),
  'utf8',
);

let privateKeyPem: string | undefined;

/**
 * Decrypts a SecurityCredential (RSA, PKCS#1 v1.5, base64).
 *
 * @returns undefined if the credential was not encrypted with our certificate
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
