import { X509Certificate } from 'node:crypto';
import { securityCredential } from '@zawadi/mpesa';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { canPull } from '../../mpesa/client/index.ts';
import { readRegistration, type Registration } from '../../money/callbacks/index.ts';
import { broken, good, skipped, type Check, type CheckDeps, type Finding } from './check.ts';

const CERTIFICATE_DAYS = 30;
const PULL_MINUTES = 10;

/** Checks of M-PESA. None of them moves money. */
export const MPESA_CHECKS: Check[] = [
  { name: 'mpesa_access', label: 'M-PESA access', find: findAccess },
  {
    name: 'pay_bill_addresses',
    label: 'M-PESA callbacks',
    find: async ({ db }) => REGISTRATIONS[await readRegistration(db)],
  },
  { name: 'mpesa_pull', label: 'M-PESA pull', find: findPull },
  { name: 'mpesa_certificate', label: 'M-PESA certificate', find: findCertificate },
];

async function findAccess({ mpesa, config, renewsToken }: CheckDeps): Promise<Finding> {
  const answer = await mpesa.checkAccess({ renewsToken });
  const { host } = new URL(config.mpesa.baseUrl);
  if (answer.outcome === 'accepted') return good(`${host} accepts the consumer key`);
  if (answer.outcome === 'rejected') {
    return broken(
      `${host} refuses the consumer key or secret (${answer.code})`,
      'Copy MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET of your app from the Daraja portal, and restart.',
    );
  }
  return broken(
    `${host} gives no access token (${answer.detail})`,
    'Allow outgoing HTTPS to it in the firewall, and look at Safaricom’s status page.',
  );
}

const REGISTRATIONS: Record<Registration, Finding> = {
  registered: good('M-PESA knows our addresses for payments at the pay bill'),
  missing: broken(
    'There is no address for payments at the pay bill yet',
    'Start the worker, which makes it and registers it at M-PESA.',
  ),
  unanswered: broken(
    'M-PESA has not answered the registration of our address for payments at the pay bill',
    'Correct the access to M-PESA; the worker tries again every minute.',
  ),
  refused: broken(
    'M-PESA refuses our address for payments at the pay bill',
    'Check in the Daraja portal that the app has the C2B product of MPESA_C2B_VERSION, and restart the worker.',
  ),
};

/**
 * Reads the time by M-PESA's clock, in whole seconds, and the time by ours in that moment.
 * @returns undefined if M-PESA does not answer or gives no token
 */
export async function queryMpesaClock({
  mpesa,
}: CheckDeps): Promise<{ ours: Date; theirs: Date } | undefined> {
  const answer = await mpesa.checkAccess({ renewsToken: false });
  if (answer.outcome !== 'accepted' || !answer.date) return undefined;
  return { ours: answer.askedAt, theirs: answer.date };
}

/** A query shows the registration, and repeating it has no effect. */
async function findPull(deps: CheckDeps): Promise<Finding> {
  if (!canPull(deps)) return skipped('MPESA_NOMINATED_MSISDN is not set: Pull Transactions is not used');
  const to = deps.clock.now();
  const from = new Date(to.getTime() - PULL_MINUTES * MINUTE_MS);
  const answer = await deps.mpesa.pullTransactions.query({ from, to, offset: 0 });
  if (answer.outcome === 'accepted') return good('M-PESA lists the payments that it received');
  if (answer.outcome === 'unknown' || answer.reason === 'wrong_credentials')
    return skipped('There is no access to M-PESA');
  return broken(
    `M-PESA refuses to list the payments that it received (${answer.code})`,
    'Ask Safaricom for the product Pull Transactions, and restart the worker, which registers MPESA_NOMINATED_MSISDN.',
  );
}

/** A file with a bare public key has no last day. */
async function findCertificate({ config, clock }: CheckDeps): Promise<Finding> {
  const { certificatePem: pem, initiatorPassword } = config.mpesa;
  if (pem === undefined) return skipped('The sandbox has a certificate of its own');
  const download =
    'Download the certificate of your environment from the Daraja portal, name it in MPESA_CERTIFICATE_FILE, and restart.';
  try {
    securityCredential(initiatorPassword ?? 'any', pem);
  } catch {
    return broken('MPESA_CERTIFICATE_FILE cannot encrypt the password of the API operator', download);
  }
  if (!pem.includes('BEGIN CERTIFICATE')) return good('The public key encrypts; it has no last day');
  const endsAt = new X509Certificate(pem).validToDate;
  const leftMs = endsAt.getTime() - clock.now().getTime();
  if (leftMs > CERTIFICATE_DAYS * DAY_MS)
    return good(`The certificate encrypts, until ${nairobiDay(endsAt)}`);
  return broken(
    `M-PESA’s certificate ${leftMs > 0 ? 'ends' : 'ended'} on ${nairobiDay(endsAt)}`,
    `${download} Otherwise pay-outs will stop.`,
  );
}
