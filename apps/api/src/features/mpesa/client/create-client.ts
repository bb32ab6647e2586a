import { createMpesaClient, type MpesaClient } from '@zawadi/mpesa';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { sandboxCertificatePem } from '@zawadi/sandbox/certificate';
import { BadConfiguration } from '../../../config/environment.ts';
import type { Deps } from '../../../config/deps.ts';
import { observeCall } from '../../../platform/metrics/observe-call.ts';
import { createTokenStore } from './token-store.ts';

/** Creates the M-PESA client from the configuration. The same client calls our sandbox and Safaricom. */
export function createConfiguredClient(deps: Pick<Deps, 'db' | 'keys' | 'config' | 'clock'>): {
  mpesa: MpesaClient;
  mpesaShortCode: string;
  mpesaPayoutShortCode: string;
} {
  const account = accountOf(deps.config);
  const mpesa = createMpesaClient({
    ...account,
    payout: payoutOf(deps.config, account),
    c2bVersion: deps.config.mpesa.c2bVersion,
    baseUrl: deps.config.mpesa.baseUrl,
    callbackBaseUrl: `${deps.config.callbackUrl}/api/hooks`,
    clock: () => deps.clock.now(),
    tokenStore: createTokenStore(deps),
  });
  const { shortCode } = account;
  return {
    mpesa: observed(mpesa),
    mpesaShortCode: shortCode,
    mpesaPayoutShortCode: deps.config.mpesa.payoutShortCode ?? shortCode,
  };
}

type Answer = { outcome: 'accepted' | 'rejected' } | { outcome: 'unknown'; cause: string };

/** Counts, times and traces every API call to M-PESA. */
function observed(client: MpesaClient): MpesaClient {
  const observe =
    <Input, Output extends Answer>(operation: string, call: (input: Input) => Promise<Output>) =>
    (input: Input) =>
      observeCall({ provider: 'mpesa', operation }, () => call(input), outcomeOf);
  return {
    checkAccess: observe('check_access', client.checkAccess),
    stkPush: observe('stk_push', client.stkPush),
    stkQuery: observe('stk_query', client.stkQuery),
    b2c: observe('b2c', client.b2c),
    b2b: observe('b2b', client.b2b),
    transactionStatus: observe('transaction_status', client.transactionStatus),
    accountBalance: observe('account_balance', client.accountBalance),
    reversal: observe('reversal', client.reversal),
    registerC2bUrls: observe('register_c2b_urls', client.registerC2bUrls),
    simSwap: observe('sim_swap', client.simSwap),
    pullTransactions: {
      register: observe('register_pull', client.pullTransactions.register),
      query: observe('pull', client.pullTransactions.query),
    },
  };
}

/** Outcome of an API call, for the metrics: `not_sent` if it never left, `unknown` if M-PESA did not answer. */
function outcomeOf(answer: Answer): string {
  return answer.outcome === 'unknown' && answer.cause === 'not_sent' ? 'not_sent' : answer.outcome;
}

function accountOf(config: Deps['config']) {
  if (config.provider === 'sandbox') return { ...sandboxCredentials, certificatePem: sandboxCertificatePem };
  const { mpesa } = config;
  return {
    consumerKey: required(mpesa.consumerKey, 'MPESA_CONSUMER_KEY'),
    consumerSecret: required(mpesa.consumerSecret, 'MPESA_CONSUMER_SECRET'),
    shortCode: required(mpesa.shortCode, 'MPESA_SHORT_CODE'),
    passkey: required(mpesa.passkey, 'MPESA_PASSKEY'),
    initiatorName: required(mpesa.initiatorName, 'MPESA_INITIATOR_NAME'),
    initiatorPassword: required(mpesa.initiatorPassword, 'MPESA_INITIATOR_PASSWORD'),
    certificatePem: required(mpesa.certificatePem, 'MPESA_CERTIFICATE_FILE'),
  };
}

/** @returns undefined when one short code both collects and pays out */
function payoutOf(
  { provider, mpesa }: Deps['config'],
  account: { shortCode: string; initiatorName: string; initiatorPassword: string },
) {
  const { payoutShortCode: shortCode } = mpesa;
  if (shortCode === undefined || shortCode === account.shortCode) return undefined;
  const { payoutInitiatorName, payoutInitiatorPassword } =
    provider === 'sandbox' ? sandboxCredentials : mpesa;
  return {
    shortCode,
    initiatorName: payoutInitiatorName ?? account.initiatorName,
    initiatorPassword: payoutInitiatorPassword ?? account.initiatorPassword,
  };
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new BadConfiguration([`${name} is missing.`]);
  return value;
}
