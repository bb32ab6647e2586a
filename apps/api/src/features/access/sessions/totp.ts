import { generateSecret, generateURI, verifySync } from 'otplib';

const ISSUER = 'Zawadi';
// A phone's clock may be half a minute off, and typing takes a while.
const TOLERANCE_SECONDS = 30;

/** A new secret for an authenticator app, in base32, and the address its QR code carries. */
export function newTotpSecret(account: string): { secret: string; otpauthUrl: string } {
  const secret = generateSecret();
  return { secret, otpauthUrl: generateURI({ issuer: ISSUER, label: account, secret }) };
}

/**
 * The half minute whose code this is (RFC 6238), if it is one of now.
 * @param code six digits
 */
export function totpStepOf(secret: string, code: string, now: Date): bigint | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
