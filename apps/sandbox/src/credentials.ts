/**
 * What a client of the sandbox signs in with. Fixed and published: they open nothing but a sandbox on the same
 * machine.
 */
export const sandboxCredentials = {
  consumerKey: 'zawadi-sandbox-consumer-key',
  consumerSecret: 'zawadi-sandbox-consumer-secret',
  shortCode: '600100',
  /** The short code that pays, while the sandbox plays two; it has an operator of its own. */
  payoutShortCode: '600200',
  payoutInitiatorName: 'zawadi-sandbox-payout',
  payoutInitiatorPassword: 'Sandbox#Initiator2',
  passkey: 'zawadi-sandbox-passkey',
  initiatorName: 'zawadi-sandbox',
  initiatorPassword: 'Sandbox#Initiator1',
  smsUsername: 'sandbox',
  smsApiKey: 'zawadi-sandbox-sms-key',
} as const;

/** How the organisation is called in prompts and messages. */
export const organisationName = 'ZAWADI';
