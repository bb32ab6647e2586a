import { z } from 'zod';

/** Bytes in base64url, as in WebAuthn's JSON. */
export function webauthnBytes(atMost: number) {
  return z
    .string()
    .max(atMost)
    .regex(/^[\w-]+$/u, { error: 'This is not valid' });
}

const credentialId = webauthnBytes(1_400);
export const webauthnCredential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
/** A browser's answer signed with an existing passkey (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
  ...webauthnCredential,
  response: z.object({
    clientDataJSON: webauthnBytes(4_096),
    authenticatorData: webauthnBytes(4_096),
    signature: webauthnBytes(4_096),
    userHandle: webauthnBytes(128).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
