import { constants, privateDecrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The certificate that clients encrypt the initiator password with; also served at /control/certificate. */
export const sandboxCertificatePem = read('sandbox-only-certificate.pem');

const privateKeyPem = read('sandbox-only-private-key.pem');

/**
 * Reads a SecurityCredential (RSA, PKCS#1 v1.5, base64).
 *
 * @returns undefined when it was not made with our certificate
 */
export function decryptCredential(credential: string): string | undefined {
  try {
    return privateDecrypt(
      { key: privateKeyPem, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(credential, 'base64'),
    ).toString('utf8');
  } catch {
    return undefined;
  }
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
