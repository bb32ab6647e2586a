import { alertKind } from '@zawadi/contract';
import { Gauge, Registry } from 'prom-client';
import type { Deps } from '../../../config/deps.ts';
import type { JobRun } from '../../../platform/jobs/job-runs.ts';
import { createDatabaseCheck } from '../../../platform/metrics/serve-metrics.ts';
import { createFactsReader, type Facts } from './read-facts.ts';

/** A measured value. Label values come from short fixed lists. */
type Value = { labels?: Record<string, string>; value: number };
type SystemGauge = { name: string; help: string; labels?: string[]; values: (facts: Facts) => Value[] };

/**
 * Creates the gauges of the whole system. Only the worker serves them, because every API process would report the same
 * values.
 * @returns their registry, and a function that updates them; if the database does not answer, only `zawadi_database_up
 *   0` remains
 */
export function createSystemGauges(deps: Pick<Deps, 'db' | 'clock' | 'log'>): {
  registry: Registry;
  refresh: () => Promise<void>;
} {
  const registry = new Registry();
  const read = createFactsReader(deps);
  const checkDatabase = createDatabaseCheck(deps);
  const gauges = GAUGES.map(({ name, help, labels, values }) => ({
    gauge: new Gauge({ name, help, labelNames: labels ?? [], registers: [registry] }),
    isLabelled: labels !== undefined,
    values,
  }));
  return {
    registry,
    refresh: async () => {
      const [facts] = await Promise.all([read(), checkDatabase()]);
      for (const { gauge, isLabelled, values } of gauges) {
        gauge.reset();
        // Remove a gauge without labels: prom-client would otherwise reset it to 0, a value that was not measured.
        if (!isLabelled) gauge.remove();
        for (const { labels = {}, value } of facts ? values(facts) : []) gauge.set(labels, value);
      }
    },
  };
}

const GAUGES: SystemGauge[] = [
  {
    name: 'zawadi_ledger_difference_cents',
    help: 'Debit side less credit side of all balances; any value but 0 is a fault',
    values: ({ books }) => (books ? [{ value: Number(books.differenceCents) }] : []),
  },
  {
    name: 'zawadi_ledger_balance_cents',
    help: 'Stored balances by kind of account, each in its own sign',
    labels: ['kind'],
    values: ({ books }) =>
      (books?.accounts ?? []).map(({ kind, balanceCents }) => ({
        labels: { kind },
        value: Number(balanceCents),
      })),
  },
  {
    name: 'zawadi_ledger_differing_accounts',
    help: 'Accounts whose balance differs from the sum of their transfers, by the last audit',
    values: ({ alerts }) => {
      const found = alerts.find(({ kind }) => kind === 'books_differ');
      return [{ value: found ? Number(found.details['count'] ?? 1) : 0 }];
    },
  },
  {
    name: 'zawadi_ledger_last_audit_timestamp_seconds',
    help: 'Time of the last complete audit of the ledger',
    values: ({ runs, alerts }) => {
      const good = runs.find(({ name }) => name === 'audit-ledger')?.lastSucceededAt ?? undefined;
      const bad = alerts.find(({ kind }) => kind === 'books_differ')?.lastAt;
      return moment(good && bad ? new Date(Math.max(Number(good), Number(bad))) : (good ?? bad));
    },
  },
  {
    name: 'zawadi_mpesa_float_cents',
    help: 'Balances of the M-PESA accounts at the last check, by M-PESA (source provider) and by the ledger',
    labels: ['account', 'source'],
    values: ({ float }) =>
      floatsOf(float).flatMap(({ account, theirs, ours }) => [
        { labels: { account, source: 'provider' }, value: Number(theirs) },
        { labels: { account, source: 'ledger' }, value: Number(ours) },
      ]),
  },
  {
    name: 'zawadi_mpesa_float_difference_cents',
    help: 'M-PESA balance less ledger balance at the last check; payments in progress differ for a while',
    labels: ['account'],
    values: ({ float }) =>
      floatsOf(float).map(({ account, theirs, ours }) => ({
        labels: { account },
        value: Number(theirs - ours),
      })),
  },
  {
    name: 'zawadi_mpesa_float_checked_timestamp_seconds',
    help: 'Time at which M-PESA last reported its balances',
    values: ({ float }) => moment(float?.answeredAt),
  },
  {
    name: 'zawadi_mpesa_last_acknowledged_timestamp_seconds',
    help: 'Time of the latest answer from M-PESA: an acknowledged order, a callback, a balance',
    values: ({ provider }) => moment(provider.lastAcknowledgedAt),
  },
  {
    name: 'zawadi_mpesa_last_unanswered_timestamp_seconds',
    help: 'Start of the latest order that M-PESA has not acknowledged within a minute',
    values: ({ provider }) => moment(provider.lastUnansweredAt),
  },
  {
    name: 'zawadi_mpesa_unanswered_queries',
    help: 'Queries about payments that M-PESA has not answered within the last ten minutes',
    values: ({ provider }) => [{ value: provider.unansweredQueries }],
  },
  {
    name: 'zawadi_orders_open',
    help: 'Unfinished orders to M-PESA, by kind and state',
    labels: ['kind', 'state'],
    values: ({ orders }) =>
      orders.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  },
  {
    name: 'zawadi_orders_oldest_unknown_seconds',
    help: 'Age of the oldest order to M-PESA with an unknown outcome; 0 when there is none',
    values: ({ orders, now }) => [
      { value: Math.max(0, ...orders.map(({ oldestAt }) => secondsSince(now, oldestAt))) },
    ],
  },
  {
    name: 'zawadi_callbacks_waiting',
    help: 'Stored messages from M-PESA that are not applied yet',
    values: ({ callbacks }) => [{ value: callbacks.waiting }],
  },
  {
    name: 'zawadi_callbacks_oldest_waiting_seconds',
    help: 'Age of the oldest unapplied message from M-PESA; 0 when there is none',
    values: ({ callbacks, now }) => [{ value: secondsSince(now, callbacks.oldestWaitingAt) }],
  },
  {
    name: 'zawadi_callbacks_last_received_timestamp_seconds',
    help: 'Time of the last callback from M-PESA',
    values: ({ callbacks }) => moment(callbacks.lastReceivedAt),
  },
  {
    name: 'zawadi_outbox_waiting',
    help: 'Due messages that are not sent, by topic',
    labels: ['topic'],
    values: ({ queue }) => queue.map(({ topic, waiting }) => ({ labels: { topic }, value: waiting })),
  },
  {
    name: 'zawadi_outbox_oldest_waiting_seconds',
    help: 'Time since the oldest due message became due, by topic',
    labels: ['topic'],
    values: ({ queue, now }) =>
      queue.map(({ topic, oldestAt }) => ({ labels: { topic }, value: secondsSince(now, oldestAt) })),
  },
  {
    name: 'zawadi_outbox_given_up',
    help: 'Messages given up, or of unknown outcome, within a day, by topic',
    labels: ['topic'],
    values: ({ queue }) => queue.map(({ topic, dead }) => ({ labels: { topic }, value: dead })),
  },
  {
    name: 'zawadi_webhooks_waiting',
    help: 'Events not delivered to their merchant, including those that wait for a retry',
    values: ({ webhooks }) => [{ value: webhooks.waiting }],
  },
  {
    name: 'zawadi_webhooks_oldest_due_seconds',
    help: 'Time since the oldest possible delivery attempt became due; 0 when there is none',
    values: ({ webhooks, now }) => [{ value: secondsSince(now, webhooks.oldestDueAt) }],
  },
  {
    name: 'zawadi_webhooks_given_up',
    help: 'Events given up within a day',
    values: ({ webhooks }) => [{ value: webhooks.givenUp }],
  },
  {
    name: 'zawadi_webhook_endpoints',
    help: 'Webhook addresses of merchants that do not work, by state: failing or switched_off',
    labels: ['state'],
    values: ({ webhooks: { failing, switchedOff } }) => [
      { labels: { state: 'failing' }, value: failing },
      { labels: { state: 'switched_off' }, value: switchedOff },
    ],
  },
  {
    name: 'zawadi_job_late_seconds',
    help: 'Time by which a job is overdue since its last success; 0 while it is on time',
    labels: ['name'],
    values: ({ runs, now }) =>
      runs.map((run) => ({ labels: { name: run.name }, value: lateSeconds(run, now) })),
  },
  {
    name: 'zawadi_job_last_success_timestamp_seconds',
    help: 'Time of the last success of a job',
    labels: ['name'],
    values: ({ runs }) => runs.flatMap((run) => moment(run.lastSucceededAt, { name: run.name })),
  },
  {
    name: 'zawadi_job_last_failure_timestamp_seconds',
    help: 'Time of the last failure of a job',
    labels: ['name'],
    values: ({ runs }) => runs.flatMap((run) => moment(run.lastFailedAt, { name: run.name })),
  },
  {
    name: 'zawadi_alerts_open',
    help: 'Open alerts for administrators, by kind',
    labels: ['kind'],
    values: ({ alerts }) =>
      alertKind.options.map((kind) => ({
        labels: { kind },
        value: alerts.filter((one) => one.kind === kind).length,
      })),
  },
  {
    name: 'zawadi_reviews_open',
    help: 'Cases that wait for an administrator',
    values: ({ openReviews }) => [{ value: openReviews }],
  },
];

function floatsOf(float: Facts['float']) {
  if (!float) return [];
  return [
    { account: 'collection', theirs: float.collectionTheirs, ours: float.collectionOurs },
    { account: 'payout', theirs: float.payoutTheirs, ours: float.payoutOurs },
  ];
}

function moment(at: Date | null | undefined, labels: Record<string, string> = {}): Value[] {
  return at ? [{ labels, value: at.getTime() / 1_000 }] : [];
}

function secondsSince(now: Date, at: Date | null): number {
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : 0;
}

function lateSeconds({ lastSucceededAt, lastStartedAt, lateAfterSeconds }: JobRun, now: Date): number {
  return Math.max(0, secondsSince(now, lastSucceededAt ?? lastStartedAt) - lateAfterSeconds);
}
