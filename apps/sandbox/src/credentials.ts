/**
 * Credentials of the sandbox's clients. They are fixed and public: they only grant access to a sandbox on the same
 * machine.
 */
export const sandboxCredentials = {
  consumerKey: 'zawadi-sandbox-consumer-key',
  consumerSecret: 'zawadi-sandbox-consumer-secret',
  shortCode: '600100',
  /** Short code for pay-outs, with its own initiator. Used only if `separateShortCodes` is set. */
  payoutShortCode: '600200',
  payoutInitiatorName: 'zawadi-sandbox-payout',
  payoutInitiatorPassword: 'Sandbox#Initiator2',
  passkey: 'zawadi-sandbox-passkey',
  initiatorName: 'zawadi-sandbox',
  initiatorPassword: 'Sandbox#Initiator1',
  smsUsername: 'sandbox',
  smsApiKey: 'zawadi-sandbox-sms-key',
} as const;

/** Name of the organisation in prompts and messages. */
export const organisationName = 'ZAWADI';
