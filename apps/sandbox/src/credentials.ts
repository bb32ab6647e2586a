/**
 * What a client of the sandbox signs in with. Fixed and published: they open nothing but a sandbox on the same
 * machine.
 */
export const sandboxCredentials = {
  consumerKey: 'zawadi-sandbox-consumer-key',
  consumerSecret: 'zawadi-sandbox-consumer-secret',
  shortCode: '600100',
  passkey: 'zawadi-sandbox-passkey',
  initiatorName: 'zawadi-sandbox',
  initiatorPassword: 'Sandbox#Initiator1',
  smsUsername: 'sandbox',
  smsApiKey: 'zawadi-sandbox-sms-key',
} as const;

/** How the organisation is called in prompts and messages. */
export const organisationName = 'ZAWADI';
