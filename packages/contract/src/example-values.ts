/**
 * Values that the endpoints' examples share. They are well-formed, but belong to no existing person, merchant or
 * payment.
 */
export const sample = {
  id: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11',
  redemptionId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
  batchId: 'ST-20261120-00000',
  bankFile: 'BF-20261120-1',
  bill: 'ABCDEFGH',
  code: '0000-0000-0000-0000',
  token: 'a-token-from-a-link',
  merchantCode: 'NOSUCH1',
  name: 'Kip Rotich',
  email: 'kip.rotich@example.test',
  msisdn: '254712345678',
  password: 'never-right',
  newPassword: 'Correct-horse-7',
  otp: '123456',
  reason: 'Asked for on the phone',
  url: 'https://shop.example.test/events',
} as const;

export const sampleContact = {
  contactName: sample.name,
  contactEmail: sample.email,
  contactPhoneNumber: sample.msisdn,
} as const;

/** A shop's details for customers. */
export const samplePlace = {
  category: 'groceries',
  town: 'Nakuru',
  street: 'Kenyatta Avenue',
  phoneNumber: sample.msisdn,
  mapLink: '-0.2833, 36.0667',
} as const;

const passkeyBytes = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} } as const;

/** A browser's answer after it created a passkey. */
export const sampleNewPasskey = {
  ...passkeyBytes,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
} as const;

/** A browser's answer signed with an existing passkey. */
export const samplePasskeyAnswer = {
  ...passkeyBytes,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
} as const;
