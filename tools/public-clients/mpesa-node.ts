import {
  consumerKey,
  consumerSecret,
  initiatorName,
  initiatorPassword,
  load,
  passkey,
  shortCode,
} from './client.ts';
import type { PublicClient } from './client.ts';

type Send = (...values: unknown[]) => Promise<{ data: Record<string, unknown> }>;
type Mpesa = Record<
  | 'oAuth'
  | 'lipaNaMpesaOnline'
  | 'lipaNaMpesaQuery'
  | 'c2bRegister'
  | 'c2bSimulate'
  | 'b2c'
  | 'transactionStatus'
  | 'accountBalance'
  | 'reversal',
  Send
>;

/** @param certPath path of the sandbox's certificate */
export function createMpesaNode(certPath: string): PublicClient {
  const Mpesa = load<new (options: object) => Mpesa>('mpesa-node');
  const mpesa = new Mpesa({
    consumerKey,
    consumerSecret,
    environment: 'sandbox',
    shortCode,
    initiatorName,
    lipaNaMpesaShortCode: shortCode,
    lipaNaMpesaShortPass: passkey,
    securityCredential: initiatorPassword,
    certPath,
  });
  return {
    name: 'mpesa-node',
    steps: {
      OAuth: async () => (await mpesa.oAuth()).data['access_token'],
      'STK push': ({ msisdn, amount, resultUrl }) =>
        mpesa.lipaNaMpesaOnline(msisdn, amount, resultUrl, 'ZW7Q4MTX'),
      'STK query': async ({ checkoutRequestId }) =>
        (await mpesa.lipaNaMpesaQuery(checkoutRequestId)).data['ResultCode'],
      'C2B register': ({ resultUrl }) => mpesa.c2bRegister(resultUrl, resultUrl),
      'C2B simulate': ({ msisdn, amount }) => mpesa.c2bSimulate(msisdn, amount, 'ZW7Q4MTX'),
      B2C: ({ msisdn, amount, timeoutUrl, resultUrl }) =>
        mpesa.b2c(shortCode, msisdn, amount, timeoutUrl, resultUrl),
      'transaction status': ({ receipt, timeoutUrl, resultUrl }) =>
        mpesa.transactionStatus(receipt, shortCode, 4, timeoutUrl, resultUrl),
      'account balance': ({ timeoutUrl, resultUrl }) =>
        mpesa.accountBalance(shortCode, 4, timeoutUrl, resultUrl),
      reversal: ({ receipt, amount, timeoutUrl, resultUrl }) =>
        mpesa.reversal(receipt, amount, timeoutUrl, resultUrl),
    },
  };
}
