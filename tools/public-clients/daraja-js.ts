import { sandboxCertificatePem } from '../../apps/sandbox/src/certificate/certificate.ts';
import {
  consumerKey,
  consumerSecret,
  initiatorName,
  initiatorPassword,
  load,
  passkey,
  shortCode,
} from './client.ts';
import type { Given, PublicClient } from './client.ts';

type Setter =
  | 'shortCode'
  | 'phoneNumber'
  | 'amount'
  | 'callbackURL'
  | 'confirmationURL'
  | 'validationURL'
  | 'lipaNaMpesaPassKey'
  | 'checkoutRequestID'
  | 'initiatorName'
  | 'initiator'
  | 'transactionID'
  | 'resultURL'
  | 'timeoutURL';
type Sender = 'send' | 'queryStatus' | 'query' | 'simulate' | 'registerURLS';
type Answer = { getResultCode: () => unknown };
type Builder = { [Name in Setter]: (value: string | number) => Builder } & {
  [Name in Sender]: () => Promise<Answer>;
};
type Mpesa = Record<
  'stkPush' | 'c2b' | 'b2c' | 'transactionStatus' | 'accountBalance' | 'reversal',
  () => Builder
> & { _getAuthToken: () => Promise<string> };

export function createDarajaJs(): PublicClient {
  const { Mpesa } = load<{ Mpesa: new (options: object, environment: string) => Mpesa }>('daraja.js');
  // The client reads its certificatePath too late, so replace the certificate that the client bundles.
  const utils = load<{ getSandboxCert: () => string }>('daraja.js/dist/utils.js');
  utils.getSandboxCert = () => sandboxCertificatePem;
  const mpesa = new Mpesa(
    { consumerKey, consumerSecret, initiatorPassword, organizationShortCode: Number(shortCode) },
    'sandbox',
  );
  const push = ({ msisdn, amount, resultUrl }: Given) =>
    mpesa
      .stkPush()
      .shortCode(shortCode)
      .phoneNumber(Number(msisdn))
      .amount(amount)
      .callbackURL(resultUrl)
      .lipaNaMpesaPassKey(passkey);
  return {
    name: 'daraja.js',
    steps: {
      OAuth: () => mpesa._getAuthToken(),
      'STK push': (given) => push(given).send(),
      'STK query': async (given) =>
        (await push(given).checkoutRequestID(given.checkoutRequestId).queryStatus()).getResultCode(),
      'C2B register': ({ resultUrl }) =>
        mpesa
          .c2b()
          .shortCode(shortCode)
          .callbackURL(resultUrl)
          .confirmationURL(resultUrl)
          .validationURL(resultUrl)
          .registerURLS(),
      'C2B simulate': ({ msisdn, amount }) =>
        mpesa.c2b().shortCode(shortCode).phoneNumber(Number(msisdn)).amount(amount).simulate(),
      B2C: ({ msisdn, amount, resultUrl, timeoutUrl }) =>
        mpesa
          .b2c()
          .initiatorName(initiatorName)
          .phoneNumber(Number(msisdn))
          .amount(amount)
          .resultURL(resultUrl)
          .timeoutURL(timeoutUrl)
          .send(),
      'transaction status': ({ receipt, resultUrl, timeoutUrl }) =>
        mpesa
          .transactionStatus()
          .shortCode(shortCode)
          .initiator(initiatorName)
          .transactionID(receipt)
          .resultURL(resultUrl)
          .timeoutURL(timeoutUrl)
          .queryStatus(),
      'account balance': ({ resultUrl, timeoutUrl }) =>
        mpesa
          .accountBalance()
          .shortCode(shortCode)
          .initiator(initiatorName)
          .resultURL(resultUrl)
          .timeoutURL(timeoutUrl)
          .query(),
      reversal: ({ receipt, amount, resultUrl, timeoutUrl }) =>
        mpesa
          .reversal()
          .shortCode(shortCode)
          .initiator(initiatorName)
          .transactionID(receipt)
          .amount(amount)
          .resultURL(resultUrl)
          .timeoutURL(timeoutUrl)
          .send(),
    },
  };
}
