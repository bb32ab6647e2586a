/** Values that the examples of endpoints share: well formed, and of no person, merchant or payment that exists. */
export const sample = {
  id: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11',
  batchId: 'ST-20261120-00000',
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

const passkeyBytes = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} } as const;

/** What a browser answers when it has made a passkey. */
export const sampleNewPasskey = {
  ...passkeyBytes,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
} as const;

/** What a browser answers when it was asked for one. */
export const samplePasskeyAnswer = {
  ...passkeyBytes,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
} as const;
