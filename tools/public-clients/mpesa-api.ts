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

type Send = (request: Record<string, unknown>) => Promise<Record<string, unknown>>;
type Mpesa = Record<
  | 'c2bRegister'
  | 'c2bSimulate'
  | 'b2c'
  | 'lipaNaMpesaOnline'
  | 'lipaNaMpesaQuery'
  | 'transactionStatus'
  | 'accountBalance'
  | 'reversal',
  Send
> & { authenticate: () => Promise<string> };

/** @param certificatePath path of the sandbox's certificate, which the constructor reads in the background */
export function createMpesaApi(certificatePath: string): PublicClient {
  const { Mpesa } = load<{ Mpesa: new (options: object, environment: string) => Mpesa }>('mpesa-api');
  const mpesa = new Mpesa(
    { clientKey: consumerKey, clientSecret: consumerSecret, initiatorPassword, certificatePath },
    'sandbox',
  );
  const urls = ({ resultUrl, timeoutUrl }: Given) => ({ ResultURL: resultUrl, QueueTimeOutURL: timeoutUrl });
  const push = ({ msisdn, amount, resultUrl }: Given, more: object) =>
    mpesa.lipaNaMpesaOnline({
      BusinessShortCode: shortCode,
      passKey: passkey,
      PartyA: msisdn,
      PartyB: shortCode,
      PhoneNumber: msisdn,
      Amount: amount,
      AccountReference: 'ZW7Q4MTX',
      CallBackURL: resultUrl,
      ...more,
    });
  const reverse = (given: Given, more: object) =>
    mpesa.reversal({
      Initiator: initiatorName,
      TransactionID: given.receipt,
      Amount: given.amount,
      ReceiverParty: shortCode,
      ...urls(given),
      ...more,
    });
  return {
    name: 'mpesa-api',
    steps: {
      OAuth: () => mpesa.authenticate(),
      'STK push': (given) => push(given, {}),
      'STK query': async ({ checkoutRequestId: CheckoutRequestID }) =>
        (await mpesa.lipaNaMpesaQuery({ BusinessShortCode: shortCode, passKey: passkey, CheckoutRequestID }))[
          'ResultCode'
        ],
      'C2B register': ({ resultUrl }) =>
        mpesa.c2bRegister({
          ShortCode: shortCode,
          ResponseType: 'Completed',
          ConfirmationURL: resultUrl,
          ValidationURL: resultUrl,
        }),
      'C2B simulate': ({ msisdn, amount }) =>
        mpesa.c2bSimulate({
          ShortCode: shortCode,
          CommandID: 'CustomerPayBillOnline',
          Amount: amount,
          Msisdn: msisdn,
        }),
      B2C: (given) =>
        mpesa.b2c({
          Initiator: initiatorName,
          CommandID: 'BusinessPayment',
          Amount: given.amount,
          PartyA: shortCode,
          PartyB: given.msisdn,
          ...urls(given),
        }),
      'transaction status': (given) =>
        mpesa.transactionStatus({
          Initiator: initiatorName,
          TransactionID: given.receipt,
          PartyA: shortCode,
          IdentifierType: '4',
          ...urls(given),
        }),
      'account balance': (given) =>
        mpesa.accountBalance({ Initiator: initiatorName, PartyA: shortCode, ...urls(given) }),
      reversal: (given) => reverse(given, {}),
    },
    withHelp: {
      'STK push': {
        help: 'TransactionType given',
        call: (given) => push(given, { TransactionType: 'CustomerPayBillOnline' }),
      },
      reversal: {
        help: 'RecieverIdentifierType "11" given',
        call: (given) => reverse(given, { RecieverIdentifierType: '11' }),
      },
    },
  };
}
