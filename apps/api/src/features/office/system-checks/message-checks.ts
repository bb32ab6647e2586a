import { formatKes } from '@zawadi/contract';
import { domainOf } from '../../../config/environment.ts';
import { readSmsReportSigns } from '../../services/delivery-reports/index.ts';
import { findMailServerFault, readSmsBalance, smsAccountOf } from '../../services/messages/index.ts';
import { broken, good, isSandbox, skipped, type Check, type CheckDeps, type Finding } from './check.ts';
import { readTexts } from './dns.ts';

/** Enough for about 600 SMS, so that the operator can buy credit in time. */
const LEAST_SMS_BALANCE = 500;

/** Checks of SMS, mail and the contacts on the support page. None of them sends a message. */
export const MESSAGE_CHECKS: Check[] = [
  { name: 'sms', label: 'SMS gateway', find: findSms },
  { name: 'sms_reports', label: 'SMS reports', find: findSmsReports },
  { name: 'mail_server', label: 'Mail server', find: findMailServer },
  { name: 'spf', label: 'SPF', find: findSpf },
  { name: 'dkim', label: 'DKIM', find: findDkim },
  { name: 'dmarc', label: 'DMARC', find: findDmarc },
  { name: 'support_page', label: 'Support page', find: findSupport },
];

async function findSms({ config }: CheckDeps): Promise<Finding> {
  const answer = await readSmsBalance(smsAccountOf(config));
  const { host } = new URL(config.sms.baseUrl);
  if (answer.kind === 'refused') {
    return broken(
      `${host} refuses SMS_USERNAME or SMS_API_KEY`,
      'Make a new API key in the account of Africa’s Talking, put it into SMS_API_KEY, and restart.',
    );
  }
  if (answer.kind === 'no answer') {
    return broken(
      `${host} gives no balance (${answer.reason})`,
      'Allow outgoing HTTPS to it in the firewall, and look at the status page of Africa’s Talking.',
    );
  }
  const shillings = /^KES (-?[\d.]+)$/u.exec(answer.balance)?.[1];
  if (shillings === undefined) return good(`${host} accepts the key; the balance is ${answer.balance}`);
  const balance = formatKes(Math.floor(Number(shillings)));
  if (Number(shillings) >= LEAST_SMS_BALANCE)
    return good(`${host} accepts the key; the balance is ${balance}`);
  return broken(`The SMS balance is ${balance}`, 'Buy credit at Africa’s Talking, or codes and gifts stop.');
}

/** Of so many SMS, at least one is reported within an hour, unless the gateway has no address for its reports. */
const ENOUGH_SMS = 20;

async function findSmsReports({ db, config }: CheckDeps): Promise<Finding> {
  const { sent, isAnyReported } = await readSmsReportSigns(db);
  if (isAnyReported) return good('The gateway reports the delivery of our SMS');
  if (sent < ENOUGH_SMS) return good('Too few SMS were sent in a day to expect a report');
  return broken(
    `${new URL(config.sms.baseUrl).host} has reported none of ${sent} SMS of the last day`,
    'Enter the address that `npm run pay-bill:address` prints under Delivery Reports in the account of Africa’s Talking.',
  );
}

const MAIL_FAULTS: Record<string, { text: string; nextStep: string }> = {
  EAUTH: {
    text: 'refuses the login',
    nextStep: 'Correct user and password in SMTP_URL (special characters are percent-encoded), and restart.',
  },
  ETLS: {
    text: 'offers no TLS that we trust',
    nextStep: 'Have the mail server offer TLS with a valid certificate, or name another one in SMTP_URL.',
  },
};

async function findMailServer({ config }: CheckDeps): Promise<Finding> {
  const { host } = new URL(config.mail.smtpUrl);
  const code = await findMailServerFault(config.mail.smtpUrl);
  if (code === undefined) return good(`${host} takes our mail`);
  const fault = MAIL_FAULTS[code];
  if (fault) return broken(`${host} ${fault.text}`, fault.nextStep);
  return broken(
    `${host} cannot be reached (${code})`,
    'Check host and port of SMTP_URL, and allow outgoing traffic to it in the firewall.',
  );
}

const NO_MAIL = 'The sandbox keeps its mail';

async function findSpf(deps: CheckDeps): Promise<Finding> {
  if (isSandbox(deps)) return skipped(NO_MAIL);
  const domain = domainOf(deps.config.mail.from);
  const records = (await readTexts(deps, domain)).filter((text) => /^v=spf1(?: |$)/iu.test(text));
  if (records.length === 1) return good(`${domain} says who may send its mail`);
  const nextStep = `Publish one TXT record of ${domain} that allows your mail server, as its provider says: “v=spf1 include:… ~all”.`;
  return broken(`${domain} has ${records.length === 0 ? 'no' : 'more than one'} SPF record`, nextStep);
}

async function findDkim(deps: CheckDeps): Promise<Finding> {
  if (isSandbox(deps)) return skipped(NO_MAIL);
  const { from, dkimSelector } = deps.config.mail;
  if (dkimSelector === undefined) return skipped('MAIL_DKIM_SELECTOR is not set, so no key can be looked up');
  const name = `${dkimSelector}._domainkey.${domainOf(from)}`;
  // A record with an empty key revokes the key (RFC 6376, 3.6.1).
  const hasKey = (await readTexts(deps, name)).some((text) => /(?:^|;)\s*p=\s*[^\s;]/u.test(text));
  if (hasKey) return good(`${name} has the key of our mail`);
  return broken(
    `${name} has no DKIM key`,
    'Publish the TXT record that your mail server gives you, or correct MAIL_DKIM_SELECTOR.',
  );
}

/** A domain without a record of its own takes that of the closest domain above it (RFC 9989). */
async function findDmarc(deps: CheckDeps): Promise<Finding> {
  if (isSandbox(deps)) return skipped(NO_MAIL);
  const domain = domainOf(deps.config.mail.from);
  const labels = domain.split('.');
  for (const start of labels.slice(0, -1).keys()) {
    const name = `_dmarc.${labels.slice(start).join('.')}`;
    const texts = await readTexts(deps, name);
    if (texts.some((text) => /^v=DMARC1\s*(?:;|$)/u.test(text))) return good(`${name} has a policy`);
  }
  return broken(
    `${domain} has no DMARC record`,
    `Publish a TXT record at _dmarc.${domain}: “v=DMARC1; p=none; rua=mailto:…” first, p=quarantine later.`,
  );
}

/** The owner of a stolen phone cannot wait for an answer by email. */
async function findSupport(deps: CheckDeps): Promise<Finding> {
  if (isSandbox(deps)) return skipped('The sandbox has no support');
  const { phone, hours } = deps.config.support;
  const missing = [phone === undefined && 'SUPPORT_PHONE', hours === undefined && 'SUPPORT_HOURS'].filter(
    Boolean,
  );
  if (missing.length === 0) return good(`${phone} is on the support page, with its hours`);
  return broken(
    `The support page has no ${phone === undefined ? 'phone number' : 'hours'}`,
    `Set ${missing.join(' and ')}, and restart.`,
  );
}
