import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { compactPattern, formatNairobi } from './nairobi-time.ts';

/**
 * Encrypts the initiator's password as Daraja requires: RSA, PKCS#1 v1.5, base64 (v3/TransactionStatus FAQ 6). Ignores
 * the certificate's validity dates: the certificates that Safaricom publishes expired years ago.
 * @param certificatePem X.509 certificate of the environment, from the operator's portal
 */
export function securityCredential(initiatorPassword: string, certificatePem: string): string {
  return publicEncrypt(
    { key: createPublicKey(certificatePem), padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(initiatorPassword, 'utf8'),
  ).toString('base64');
}

/**
 * Makes `Password` and `Timestamp` for an STK push or query: `base64(shortCode + passkey + timestamp)`.
 * @param now written as Nairobi time
 */
export function stkPassword(
  shortCode: string,
  passkey: string,
  now: Date,
): { Password: string; Timestamp: string } {
  const timestamp = formatNairobi(now, compactPattern);
  const password = Buffer.from(`${shortCode}${passkey}${timestamp}`).toString('base64');
  return { Password: password, Timestamp: timestamp };
}
