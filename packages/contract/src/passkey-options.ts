import { z } from 'zod';
import { webauthnBytes, webauthnCredential } from './webauthn.ts';

const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/u)).max(8);
const named = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** A browser's answer after it created a passkey (WebAuthn, RegistrationResponseJSON). */
export const newPasskey = z.object({
  ...webauthnCredential,
  response: z.object({
    clientDataJSON: webauthnBytes(4_096),
    attestationObject: webauthnBytes(16_384),
    transports: transports.default([]),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/**
 * Options with which a page asks the browser for an existing passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON).
 */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number().int().optional(),
  rpId: z.string(),
  allowCredentials: z.array(named).optional(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** Options with which a page lets the browser create a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().int().optional(),
  excludeCredentials: z.array(named),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;
