import {
  alertKind,
  centsOf,
  formatComing,
  formatKes,
  type FloatForecast,
  type SystemHealth,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { readUnverifiedContactMessages } from '../messages/index.ts';
import { differenceText, readHealth } from '../system-health/index.ts';
import { readUssdConditions } from './ussd-conditions.ts';
import { readWaiting, type Condition } from './store.ts';

/**
 * Kinds of alerts that the job checks every minute. All other kinds are raised and resolved by the code that detects
 * them.
 */
export const WATCHED = alertKind.exclude([
  'books_differ',
  'manual_credit_paid_out',
  'addresses_refused',
  'restored',
  'stopped',
  'pay_outs_paused',
  'aliases_guessed',
  'ussd_sessions_mixed',
  'pins_guessed',
]).options;

type Watching = Pick<Deps, 'db' | 'config' | 'clock'>;

/** Reads the conditions that need an administrator now. Uses only rows that other features store anyway. */
export async function readConditions(deps: Watching): Promise<Condition[]> {
  const health = await readHealth(deps);
  const { provider, callbacks, queue, unknownPayments: unknown, float, jobs } = health;
  const [waiting, collection, payout] = [await readWaiting(deps.db), ...float.accounts];
  const count = unknown.purchases + unknown.withdrawals + unknown.settlements + unknown.refunds;
  return [
    ...when(float.state === 'bad', {
      kind: 'float_differs' as const,
      details: {
        collection: differenceOf(collection),
        payout: differenceOf(payout),
        uncharged: float.uncharged.payouts,
        most: formatKes(float.uncharged.most),
      },
    }),
    ...lowFloatConditions(deps, float.forecast),
    ...when(provider.state === 'bad', {
      kind: 'provider_silent' as const,
      details: { queries: provider.unansweredQueries },
    }),
    ...when(isOlderThan(deps, callbacks.oldestWaitingAt, 5), {
      kind: 'callbacks_waiting' as const,
      details: { count: callbacks.waiting, ...waitingOf(callbacks.oldestWaitingAt) },
    }),
    ...queue.topics
      .filter(({ dead, oldestAt }) => dead > 0 || isOlderThan(deps, oldestAt, 15))
      .map(({ topic, waiting: queued, dead, oldestAt }) => ({
        kind: 'messages_waiting' as const,
        subject: topic,
        details: { topic, count: queued + dead, ...waitingOf(oldestAt) },
      })),
    ...when(unknown.state === 'bad', {
      kind: 'payments_unknown' as const,
      details: { count, ...waitingOf(unknown.oldestAt, unknown.amount) },
    }),
    ...jobs.jobs
      .filter(({ state }) => state === 'bad')
      .map(({ name }) => ({ kind: 'job_stopped' as const, subject: name, details: { job: name } })),
    ...when(waiting.reviews > 0, {
      kind: 'reviews_waiting' as const,
      details: { count: waiting.reviews, ...waitingOf(waiting.oldestReviewAt) },
    }),
    ...when(waiting.approvals > 0, {
      kind: 'approvals_waiting' as const,
      details: {
        count: waiting.approvals,
        ...waitingOf(waiting.oldestApprovalAt, Number(waiting.approvalCents / 100n)),
      },
    }),
    ...when(waiting.fraudAlerts > 0, {
      kind: 'fraud_waiting' as const,
      details: { count: waiting.fraudAlerts, ...waitingOf(waiting.oldestFraudAlertAt) },
    }),
    ...(await unverifiedContactConditions(deps)),
    ...(await readUssdConditions(deps)),
    ...checkConditions(deps, health),
  ];
}

/** Details of waiting items: their money in KES, and the time of the oldest in Nairobi. */
function waitingOf(oldestAt: string | Date | null | undefined, amount = 0): Condition['details'] {
  const oldest = oldestAt ? new Date(oldestAt) : undefined;
  return {
    ...(amount > 0 && { amount: formatKes(amount) }),
    ...(oldest && { oldest: `${nairobiDay(oldest)} ${nairobiTime(oldest).slice(0, 5)}` }),
  };
}

function lowFloatConditions({ clock }: Watching, forecast: FloatForecast | undefined): Condition[] {
  if (!forecast || forecast.missing === 0) return [];
  const { left, due, lowBelow, missing, lastsUntil } = forecast;
  const isDueMore = due.total > left;
  const details = {
    left: formatKes(left),
    needed: formatKes(isDueMore ? due.total : lowBelow),
    why: isDueMore ? 'due' : 'threshold',
    missing: formatKes(missing),
    until: lastsUntil === undefined ? '' : formatComing(new Date(lastsUntil), clock.now()),
  };
  return [{ kind: 'float_low', details }];
}

/**
 * Share of the daily limit of messages to unverified contacts that raises an alert. An administrator can then act
 * before the limit blocks messages to new users.
 */
const NEARLY_ALL = 0.8;

async function unverifiedContactConditions({ db, config }: Watching): Promise<Condition[]> {
  const channels = await readUnverifiedContactMessages(db, config);
  return channels
    .filter(({ sent, perDay, fullNetworks }) => sent >= NEARLY_ALL * perDay || fullNetworks > 0)
    .map(({ channel, sent, perDay, fullNetworks }) => ({
      kind: 'unverified_contact_messages' as const,
      subject: channel,
      details: { channel, sent, perDay, fullNetworks },
    }));
}

function when(isSo: boolean, condition: Condition): Condition[] {
  return isSo ? [condition] : [];
}

function differenceOf(account?: { atProvider: number; inLedger: number }): string {
  const difference = (account?.atProvider ?? 0) - (account?.inLedger ?? 0);
  return difference === 0 ? '' : differenceText(centsOf(difference));
}

function isOlderThan({ clock }: Watching, moment: string | undefined, minutes: number): boolean {
  return moment !== undefined && clock.now().getTime() - Date.parse(moment) > minutes * 60_000;
}

/** A fault of a check that another alert already reports: the check's name, and whether that alert is open. */
const isReportedElsewhere: Record<string, (health: SystemHealth) => boolean> = {
  mpesa_access: ({ provider }) => provider.state === 'bad',
  pay_bill_addresses: ({ callbacks }) => callbacks.areAddressesRefused,
};

function checkConditions(deps: Watching, health: SystemHealth): Condition[] {
  return health.checks.checks
    .filter(({ name, failingSince }) => {
      return isOlderThan(deps, failingSince, 5) && isReportedElsewhere[name]?.(health) !== true;
    })
    .map(({ name, label, text, nextStep = '' }) => ({
      kind: 'check_failed' as const,
      subject: name,
      details: { label, text, nextStep },
    }));
}
