import type { Deps } from '../../../config/deps.ts';
import { reportAddress } from './report-addresses.ts';

/**
 * Enters the callback URLs at the sandbox, as an operator enters them at Africa's Talking and in the mail server. Runs at
 * every start of the sandbox's worker; repeating it has no effect.
 */
export async function enterReportAddresses(deps: Pick<Deps, 'keys' | 'config' | 'log'>): Promise<void> {
  const { provider, ussd } = deps.config;
  if (provider !== 'sandbox') return;
  try {
    await enter(deps, 'report-addresses', {
      sms: reportAddress(deps, 'sms-reports'),
      mail: reportAddress(deps, 'mail-bounces'),
    });
    const callbackUrl = reportAddress(deps, 'ussd');
    const eventUrl = `${callbackUrl}/ended`;
    await enter(deps, 'ussd-services', { serviceCode: ussd.serviceCode, callbackUrl, eventUrl });
  } catch (error) {
    deps.log.warn({ err: error }, 'the sandbox does not know our callback URLs for SMS, mail and USSD');
  }
}

async function enter({ config }: Pick<Deps, 'config'>, what: string, addresses: object): Promise<void> {
  const { ok, status } = await fetch(`${config.sms.baseUrl}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(addresses),
    signal: AbortSignal.timeout(5_000),
  });
  if (!ok) throw new Error(`the sandbox answered ${status}`);
}
