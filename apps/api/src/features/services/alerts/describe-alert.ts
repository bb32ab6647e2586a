import type { AlertKind, AdministratorAlert } from '@zawadi/contract';
import type { AlertRow } from './store.ts';

type Words = { title: string; advice: string; path: string };

const HEALTH = '/admin/settings/health';
type Details = AlertRow['details'];
type Detail = string | number | undefined;

/** Texts of an alert: a title with the problem, advice on the remedy, and the page to open. */
const WORDS: Record<AlertKind, (details: Details) => Words> = {
  books_differ: ({ accounts }) => ({
    title: `The ledger does not add up: ${accounts}`,
    advice:
      'A stored balance is not the sum of its transfers. Stop pay-outs, keep a copy of the database, and find out who wrote to it.',
    path: '/admin/reports/trial-balance',
  }),
  float_differs: ({ payout, collection, uncharged, most }) => ({
    title: `M-PESA has another balance than the ledger: ${differencesText({ collection, payout })}`,
    advice: `${chargesText(uncharged, most)}Compare the statements since the last agreement with the ledger. The alert ends once the balances agree.`,
    path: '/admin/reconciliation/balances',
  }),
  provider_silent: ({ queries }) => ({
    title: 'M-PESA does not answer',
    advice: `${queriesText(queries)}Payments wait, and we keep asking M-PESA. Check the network and Safaricom’s status page.`,
    path: '/admin/transactions?isUnconfirmed=true',
  }),
  callbacks_waiting: ({ count, ...waiting }) => ({
    title: `${numberOf(count, 'message of M-PESA', 'messages of M-PESA')} cannot be applied${waitingText(waiting)}`,
    advice: 'The worker may have stopped, or a message cannot be read. The log of the worker names it.',
    path: HEALTH,
  }),
  messages_waiting: ({ count, topic, ...waiting }) => ({
    title: `${numberOf(count, `${topic} message is`, `${topic} messages are`)} not going out${waitingText(waiting)}`,
    advice: 'Look at the provider’s account and at the log of the worker.',
    path: HEALTH,
  }),
  unverified_contact_messages: ({ channel, sent, perDay, fullNetworks }) => ({
    title: `New people caused ${sent} of at most ${perDay} ${channel === 'sms' ? 'SMS' : 'mails'} of today`,
    advice: `${networksText(fullNetworks)}At ${perDay}, nobody new gets a code or a link until midnight. The security events of the log name the networks; block those that do not belong to customers, or raise ${channel === 'sms' ? 'STRANGER_SMS_PER_DAY' : 'STRANGER_MAILS_PER_DAY'}.`,
    path: HEALTH,
  }),
  payments_unknown: ({ count, ...waiting }) => ({
    title: `M-PESA has not reported the result of ${numberOf(count, 'payment', 'payments')} for an hour${waitingText(waiting)}`,
    advice: 'We keep asking. Open them and ask M-PESA about all. Two administrators can mark a pay-out.',
    path: '/admin/transactions?isUnconfirmed=true',
  }),
  job_stopped: ({ job }) => ({
    title: `The job ${job} did not run on time`,
    advice: 'The worker may have stopped, or the job fails. The log of the worker says why.',
    path: HEALTH,
  }),
  reviews_waiting: ({ count, ...waiting }) => ({
    title: `${numberOf(count, 'case waits', 'cases wait')} for a decision for more than an hour${waitingText(waiting)}`,
    advice: 'Look at each and decide.',
    path: '/admin/transactions/reviews',
  }),
  approvals_waiting: ({ count, ...waiting }) => ({
    title: `${numberOf(count, 'request waits', 'requests wait')} for a second administrator${waitingText(waiting)}`,
    advice: 'Approve or reject each; they lapse after 72 hours.',
    path: '/admin/transactions/approvals?status=Open',
  }),
  fraud_waiting: ({ count, ...waiting }) => ({
    title: `${numberOf(count, 'serious fraud alert waits', 'serious fraud alerts wait')} for more than an hour${waitingText(waiting)}`,
    advice: 'Take each alert, investigate it, and close it with its outcome.',
    path: '/admin/fraud-alerts?severity=High&assigned=unassigned',
  }),
  manual_credit_paid_out: ({ amount, merchant, batchId }) => ({
    title: `${amount} that was credited by hand was paid out to ${merchant} (${batchId})`,
    advice:
      'Compare the adjustment’s reason with what the shop says, and call it at a number that you know from before. Acknowledging ends this alert.',
    path: `/admin/settlements/${batchId}`,
  }),
  addresses_refused: ({ code }) => ({
    title: `M-PESA refuses our callback addresses (${code})`,
    advice:
      'Payments by hand at the pay bill will not be reported. Check in the Daraja portal that the app has the C2B product of the version in use.',
    path: HEALTH,
  }),
  check_failed: ({ label, text, nextStep }) => ({
    title: `${label}: ${text}`,
    advice: String(nextStep),
    path: HEALTH,
  }),
  restored: ({ knownUntil }) => ({
    title: `The database was restored and knows nothing that happened after ${knownUntil}`,
    advice:
      'Only administrators get in, and no money goes out. Compare M-PESA’s statements since then, book what is missing, then open the system on the server: npm run restore -- --open.',
    path: '/admin/reconciliation',
  }),
  pay_outs_paused: ({ what, cause, resultCode, amount }) => ({
    title:
      cause === 'float'
        ? `${capitalised(what)} are paused: M-PESA’s pay-out account lacks the money for ${amount}`
        : `${capitalised(what)} are paused: M-PESA refused ${amount} (result ${resultCode})`,
    advice:
      cause === 'float'
        ? 'Put money into the utility account on the M-PESA portal. Pay-outs are tried again every 15 minutes, and this alert ends with the first that is paid.'
        : 'Check initiator name, security credential and products of the app in the Daraja portal. Pay-outs are tried again every 15 minutes, and this alert ends with the first that is paid.',
    path: '/admin/reconciliation/balances',
  }),
  aliases_guessed: ({ made }) => ({
    title: `${made} wrong numbers of vouchers were tried within an hour`,
    advice:
      'No number works for an hour; codes and links do. Look at the fraud alerts about wrong codes for the shops involved. Acknowledging ends this alert.',
    path: '/admin/fraud-alerts',
  }),
  pins_guessed: ({ made }) => ({
    title: `${made} wrong USSD PINs were typed within an hour`,
    advice:
      'No PIN works for an hour; gifts can still be added to wallets. Ask the gateway whether the calls are genuine. Acknowledging ends this alert.',
    path: '/admin',
  }),
  ussd_sessions_mixed: () => ({
    title: 'A USSD request came with another phone number than its session',
    advice:
      'The request was refused. The callback URL may have leaked. Change APP_SECRET, then enter the new URL at the gateway. Acknowledging ends this alert.',
    path: '/admin',
  }),
  ussd_silent: ({ minutes, usual, last }) => ({
    title: `No USSD request came for ${minutes} minutes; ${numberOf(usual, 'session is', 'sessions are')} usual in this time`,
    advice: `${last ? `The last came ${last}. ` : ''}Dial the code with a phone of each network. If no screen comes, check the callback URL and the service code at the gateway, then call the gateway. This alert ends with the next request.`,
    path: '/admin/reports/ussd',
  }),
  ussd_failing: ({ failed, all, percent }) => ({
    title: `USSD fails: ${failed} of ${all} requests in ten minutes got no screen (${percent}%)`,
    advice:
      'Callers read “please try again”, or the gateway refused our answer. Look at System Health and at the log of the API for “a USSD request was not answered”. This alert ends when fewer requests fail.',
    path: HEALTH,
  }),
  float_low: ({ left, needed, why, missing, until }) => ({
    title:
      why === 'due'
        ? `M-PESA’s pay-out account has ${left}, but ${needed} is due until tomorrow night`
        : `M-PESA’s pay-out account has ${left}, less than your threshold of ${needed}`,
    advice: `Put ${missing} into the utility account on the M-PESA portal.${until ? ` At this pace the money lasts until ${until}.` : ''} This alert ends once M-PESA reports enough.`,
    path: '/admin/reconciliation/balances',
  }),
  stopped: ({ name, reason }) => ({
    title: `${capitalised(name)} is stopped: ${reason}`,
    advice: 'Customers and shops read why. When the cause is gone, two administrators start it again.',
    path: '/admin/settings/stops',
  }),
};

/** Money that waits, and since when the oldest item waits. Alerts of an earlier version have neither. */
function waitingText({ amount, oldest }: Details): string {
  const parts = [amount, oldest && `the oldest since ${oldest}`].filter(Boolean);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function differencesText({ collection, payout }: Record<'collection' | 'payout', Detail>): string {
  const parts = [
    collection && `${collection} in the collection account`,
    payout && `${payout} in the pay-out account`,
  ];
  return parts.filter(Boolean).join(', ');
}

function chargesText(count: Detail, most: Detail): string {
  if (!count) return '';
  return `Charges of ${numberOf(count, 'pay-out', 'pay-outs')} are not booked, at most ${most}. `;
}

function queriesText(count: Detail): string {
  if (!count) return '';
  return `${numberOf(count, 'question about a payment', 'questions about payments')} got no answer in ten minutes. `;
}

function capitalised(word: Detail): string {
  return String(word).replace(/^./u, (letter) => letter.toUpperCase());
}

function networksText(count: Detail): string {
  if (count === 0) return '';
  return `${numberOf(count, 'network has', 'networks have')} used up what one may cause in a day. `;
}

function numberOf(count: Detail, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function describeAlert({
  id,
  kind,
  details,
  firstAt,
  lastAt,
  acknowledgedBy,
  resolvedAt,
}: AlertRow): AdministratorAlert {
  return {
    alertId: id,
    kind,
    ...WORDS[kind](details),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    acknowledgedBy: acknowledgedBy ?? undefined,
    resolvedAt: resolvedAt?.toISOString(),
  };
}
