/** Every path of Daraja that we use, as the portal of December 2025 prints it. */
export const paths = {
  token: '/oauth/v1/generate',
  stkPush: '/mpesa/stkpush/v1/processrequest',
  stkQuery: '/mpesa/stkpushquery/v1/query',
  b2c: '/mpesa/b2c/v3/paymentrequest',
  b2b: '/mpesa/b2b/v1/paymentrequest',
  transactionStatus: '/mpesa/transactionstatus/v1/query',
  accountBalance: '/mpesa/accountbalance/v1/query',
  reversal: '/mpesa/reversal/v1/request',
  c2bRegister: '/mpesa/c2b/v2/registerurl',
  c2bRegisterV1: '/mpesa/c2b/v1/registerurl',
  c2bSimulate: '/mpesa/c2b/v2/simulate',
  pullRegister: '/pulltransactions/v1/register',
  pullQuery: '/pulltransactions/v1/query',
  simSwap: '/imsi/v2/checkATI',
} as const;
