import { z } from 'zod';

/** Bytes in base64url, as WebAuthn's JSON has them. */
function bytes(atMost: number) {
  return z
    .string()
    .max(atMost)
    .regex(/^[\w-]+$/u, { error: 'This is not valid' });
}

const credentialId = bytes(1_400);
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/u)).max(8);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const named = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});
const clientExtensionResults = z.object({}).default({});

/** What an authenticator answers when it has made a passkey (WebAuthn, RegistrationResponseJSON). */
export const newPasskey = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(16_384),
    transports: transports.default([]),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

/** What an authenticator answers with a passkey it has (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(4_096),
    userHandle: bytes(128).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What a browser needs to ask for a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number().int().optional(),
  rpId: z.string(),
  allowCredentials: z.array(named).optional(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** What a browser needs to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
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
