import { createMpesaClient, type MpesaClient } from '@zawadi/mpesa';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { sandboxCertificatePem } from '@zawadi/sandbox/certificate';
import { BadConfiguration } from '../../../config/environment.ts';
import type { Deps } from '../../../config/deps.ts';
import { createTokenStore } from './token-store.ts';

/** M-PESA, as the configuration names it. The same client talks to our sandbox and to Safaricom. */
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
    mpesa,
    mpesaShortCode: shortCode,
    mpesaPayoutShortCode: deps.config.mpesa.payoutShortCode ?? shortCode,
  };
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

/** @returns undefined where the short code that collects pays too */
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
