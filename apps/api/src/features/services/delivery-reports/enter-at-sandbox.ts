import type { Deps } from '../../../config/deps.ts';
import { reportAddress } from './report-addresses.ts';

/**
 * Enters the callback URLs at the sandbox, as an operator enters them at Africa's Talking and in the mail server. Runs at
 * every start of the sandbox's worker; repeating it has no effect.
 */
export async function enterReportAddresses(deps: Pick<Deps, 'keys' | 'config' | 'log'>): Promise<void> {
  const { provider, sms } = deps.config;
  if (provider !== 'sandbox') return;
  const ussd = reportAddress(deps, 'ussd');
  const addresses = {
    sms: reportAddress(deps, 'sms-reports'),
    mail: reportAddress(deps, 'mail-bounces'),
    ussd,
    ussdEnded: `${ussd}/ended`,
  };
  try {
    const { ok, status } = await fetch(`${sms.baseUrl}/control/report-addresses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(addresses),
      signal: AbortSignal.timeout(5_000),
    });
    if (!ok) throw new Error(`the sandbox answered ${status}`);
  } catch (error) {
    deps.log.warn({ err: error }, 'the sandbox does not know where to report SMS and mails');
  }
}
