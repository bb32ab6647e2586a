import { createECDH } from 'node:crypto';
import type { Keys } from '../../../platform/crypto/keys.ts';

/** Both in base64url: the point without compression, and the number. */
export type VapidKeys = { publicKey: string; privateKey: string };

const ORDER_OF_P256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The key pair by which push services know us (RFC 8292). It grows from the application's secret, because every
 * browser's subscription is tied to it: it must outlive restarts and be the same in every process.
 */
export function vapidKeysOf({ push }: Pick<Keys, 'push'>): VapidKeys {
  // More random bits than the number has, so that every private key is as likely (FIPS 186-5, A.2.1).
  const number = (BigInt(`0x${push.toString('hex')}`) % (ORDER_OF_P256 - 1n)) + 1n;
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
