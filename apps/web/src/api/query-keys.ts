/** The first word of a key is the topic of the live hints that make it stale. */
export const queryKeys = {
  settings: ['settings'],
  devices: ['devices'],
  push: ['push'],
  wallet: ['wallet'],
  walletStats: ['wallet', 'stats'],
  history: (filters: object) => ['history', filters],
  paidNumbers: ['wallet', 'paid-numbers'],
  recipients: ['voucher', 'recipients'],
  receivedGifts: ['voucher', 'received'],
  sentGifts: ['voucher', 'sent'],
  purchase: (requestId: string) => ['purchase', requestId],
  withdrawal: (requestId: string) => ['withdrawal', requestId],
  /** Every gift, however a screen came to it. */
  vouchers: ['voucher'],
  voucher: (claimToken: string) => ['voucher', claimToken],
  merchant: (merchantCode: string) => ['merchant', merchantCode],
  featureSwitches: ['feature-switches'],
  trialBalance: ['trial-balance'],
} as const;
