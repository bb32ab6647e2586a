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

type Send = (...values: unknown[]) => Promise<Record<string, unknown>>;
type Mpesa = Record<
  | 'mpesaExpressRequest'
  | 'mpesaExpressQuery'
  | 'c2bRegisterUrl'
  | 'c2bSimulateTransaction'
  | 'b2cPaymentRequest'
  | 'transactionStatusRequest'
  | 'accountBalanceRequest'
  | 'reversalRequest',
  Send
>;

export function createDaraja(): PublicClient {
  const { Mpesa } = load<{ Mpesa: new (...values: unknown[]) => Mpesa }>('daraja');
  // This client has no public method for tokens, so load its internal one.
  const { generateToken } = load<{ generateToken: Send }>('daraja/dist/lib/api');
  const mpesa = new Mpesa(Number(shortCode), consumerKey, consumerSecret, 'sandbox');
  const initiator = [initiatorName, initiatorPassword] as const;
  return {
    name: 'daraja',
    steps: {
      OAuth: async () => (await generateToken('sandbox', consumerKey, consumerSecret))['access_token'],
      'STK push': ({ msisdn, amount, resultUrl }) =>
        mpesa.mpesaExpressRequest(
          amount,
          Number(msisdn),
          Number(shortCode),
          passkey,
          'CustomerPayBillOnline',
          'ZW7Q4MTX',
          'A gift voucher for Amina',
          resultUrl,
        ),
      'STK query': async ({ checkoutRequestId }) =>
        (await mpesa.mpesaExpressQuery(passkey, checkoutRequestId))['resultCode'],
      'C2B register': ({ resultUrl }) => mpesa.c2bRegisterUrl(resultUrl, resultUrl, 'Completed'),
      'C2B simulate': ({ msisdn, amount }) =>
        mpesa.c2bSimulateTransaction(amount, Number(msisdn), 'ZW7Q4MTX'),
      B2C: ({ msisdn, amount, resultUrl, timeoutUrl }) =>
        mpesa.b2cPaymentRequest(
          amount,
          Number(msisdn),
          ...initiator,
          'BusinessPayment',
          'Withdrawal',
          'Withdrawal',
          resultUrl,
          timeoutUrl,
        ),
      'transaction status': ({ receipt, resultUrl, timeoutUrl }) =>
        mpesa.transactionStatusRequest(receipt, 4, ...initiator, 'Status', 'Status', resultUrl, timeoutUrl),
      'account balance': ({ resultUrl, timeoutUrl }) =>
        mpesa.accountBalanceRequest(4, ...initiator, 'Balance', resultUrl, timeoutUrl),
      reversal: ({ receipt, resultUrl, timeoutUrl }) =>
        mpesa.reversalRequest(receipt, ...initiator, 'Reversal', 'Reversal', resultUrl, timeoutUrl),
    },
  };
}
