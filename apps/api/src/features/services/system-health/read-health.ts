import { shillingsOf, type FloatForecast, type HealthState, type SystemHealth } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { listRuns, type JobRun } from '../../../platform/jobs/job-runs.ts';
import { readFloatForecast } from '../float-forecast/index.ts';
import { readQueue, readWebhooks } from './deliveries-store.ts';
import { describeProofs } from './describe-proofs.ts';
import { describeProvider } from './provider-state.ts';
import { worst } from './worst-state.ts';
import * as store from './health-store.ts';

const MINUTE_MS = 60_000;
/** Minutes after which an unapplied callback is shown as `attention`, and as `bad`. */
const CALLBACKS_WAIT_MINUTES = [1, 5] as const;

/**
 * Reads whether money can move and messages arrive. Uses only rows that other features store anyway, and calls no
 * provider.
 */
export async function readHealth({
  db,
  config,
  clock,
}: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<SystemHealth> {
  const [
    provider,
    callbacks,
    topics,
    unknown,
    float,
    runs,
    webhooks,
    differing,
    payBill,
    checks,
    floatProof,
    stops,
    pauses,
    forecast,
  ] = await Promise.all([
    store.readProviderSigns(db),
    store.readCallbackSigns(db),
    readQueue(db),
    store.readUnknownPayments(db),
    store.readFloat(db),
    listRuns(db),
    readWebhooks(db),
    store.findDifferingAccounts(db),
    store.readPayBillAddresses(db),
    store.readChecks(db),
    store.readFloatProof(db),
    store.readStops(db),
    store.readPauses(db),
    readFloatForecast({ db, config, clock }),
  ]);
  const since = (moment: Date | null) => (moment ? clock.now().getTime() - moment.getTime() : 0);
  const jobs = runs.map((run) => describeJob(run, clock.now()));
  const parts = {
    provider: describeProvider(config.provider, provider, checks),
    callbacks: {
      ...callbacks,
      ...moments(callbacks),
      state: stateOfCallbacks(callbacks, since(callbacks.oldestWaitingAt)),
      payBill: payBill.map(describeAddress),
    },
    queue: {
      state: worst(topics.map((one) => (one.dead > 0 ? 'attention' : byAge(since(one.oldestAt), 2, 15)))),
      topics: topics.map((one) => ({ ...one, ...moments(one) })),
    },
    unknownPayments: {
      ...countsOf(unknown),
      ...moments(unknown),
      state: unknown.oldestAt ? byAge(since(unknown.oldestAt), 0, 60) : 'good',
    },
    float: describeFloat(float, forecast),
    payOuts: describePauses(pauses),
    stops: {
      state: stops.length > 0 ? 'attention' : 'good',
      stops: stops.map((one) => ({ ...one, since: one.since.toISOString() })),
    },
    ledger: describeLedger(differing !== undefined, auditOf(runs)),
    jobs: { state: worst(jobs.map(({ state }) => state)), jobs },
    webhooks: { ...webhooks, state: webhooks.failing > 0 ? 'attention' : 'good' },
    checks: describeChecks(checks),
  } as const;
  const proofs = describeProofs({ float, floatProof, differing, audit: auditOf(runs), now: clock.now() });
  const states = Object.values(parts).map(({ state }) => state);
  return {
    state: worst(states, { isRealMoney: config.provider !== 'sandbox' }),
    ...parts,
    proofs,
  };
}

function countsOf({ purchases, withdrawals, settlements, refunds, cents }: store.UnknownSigns) {
  return { purchases, withdrawals, settlements, refunds, amount: Number((cents ?? 0n) / 100n) };
}

function describeAddress(one: store.PayBillSigns): SystemHealth['callbacks']['payBill'][number] {
  return {
    address: `${nairobiDay(one.madeAt)} …${one.ending}`,
    isNext: one.isNext,
    lastReceivedAt: one.lastReceivedAt?.toISOString(),
  };
}

function stateOfCallbacks(
  { areAddressesRefused, lastReceivedAt }: store.CallbackSigns,
  waitingMs: number,
): HealthState {
  if (areAddressesRefused) return 'bad';
  return lastReceivedAt ? byAge(waitingMs, CALLBACKS_WAIT_MINUTES[0], CALLBACKS_WAIT_MINUTES[1]) : 'unknown';
}

function byAge(ageMs: number, attentionMinutes: number, badMinutes: number): HealthState {
  if (ageMs > badMinutes * MINUTE_MS) return 'bad';
  return ageMs > attentionMinutes * MINUTE_MS ? 'attention' : 'good';
}

function describeChecks(checks: readonly store.CheckSigns[]): SystemHealth['checks'] {
  const [first] = checks;
  const failing = first?.failingSince ? 'bad' : 'good';
  return {
    state: first ? failing : 'unknown',
    checkedAt: first?.checkedAt.toISOString(),
    checks: checks.map(({ name, label, text, nextStep, failingSince }) => ({
      name,
      label,
      state: failingSince ? 'bad' : 'good',
      text,
      nextStep: nextStep ?? undefined,
      failingSince: failingSince?.toISOString(),
    })),
  };
}

function describePauses(pauses: readonly store.PauseSigns[]): SystemHealth['payOuts'] {
  const paused = pauses.map(({ what, cause, until }) => ({ what, cause, until: until.toISOString() }));
  return { state: worst(pauses.map(({ isOver }) => (isOver ? 'attention' : 'bad'))), paused };
}

function describeJob(run: JobRun, now: Date): SystemHealth['jobs']['jobs'][number] {
  const { name, lastStartedAt, lastSucceededAt } = run;
  return {
    name,
    state: stateOfJob(run, now),
    lastStartedAt: lastStartedAt?.toISOString(),
    lastSucceededAt: lastSucceededAt?.toISOString(),
  };
}

function stateOfJob(run: JobRun, now: Date): HealthState {
  const { lastStartedAt, lastSucceededAt, lastFailedAt, lateAfterSeconds } = run;
  const lastSign = lastSucceededAt ?? lastStartedAt;
  if (!lastSign) return 'unknown';
  if (now.getTime() - lastSign.getTime() > lateAfterSeconds * 1_000) return 'bad';
  const hasFailed = lastFailedAt !== null && (lastSucceededAt === null || lastFailedAt > lastSucceededAt);
  return hasFailed ? 'attention' : 'good';
}

function describeFloat(
  float: store.FloatSigns | undefined,
  forecast: FloatForecast | undefined,
): SystemHealth['float'] {
  const low: HealthState = forecast && forecast.missing > 0 ? 'attention' : 'good';
  if (!float) return { state: 'unknown', accounts: [], uncharged: { payouts: 0, most: 0 }, forecast };
  const differs: HealthState = float.isReported ? 'bad' : 'attention';
  const account = (name: string, theirs: bigint, ours: bigint) => ({
    account: name,
    atProvider: shillingsOf(theirs),
    inLedger: shillingsOf(ours),
  });
  return {
    state: worst([float.agrees ? 'good' : differs, low]),
    comparedAt: float.answeredAt.toISOString(),
    accounts: [
      account('mpesa:collection', float.collectionTheirs, float.collectionOurs),
      account('mpesa:payout', float.payoutTheirs, float.payoutOurs),
    ],
    uncharged: { payouts: float.unchargedPayouts, most: shillingsOf(float.unchargedMostCents) },
    forecast,
  };
}

function auditOf(runs: readonly JobRun[]): JobRun | undefined {
  return runs.find(({ name }) => name === 'audit-ledger');
}

function describeLedger(booksDiffer: boolean, audit: JobRun | undefined): SystemHealth['ledger'] {
  const auditedAt = audit?.lastSucceededAt?.toISOString();
  if (booksDiffer) return { state: 'bad', auditedAt };
  return { state: auditedAt === undefined ? 'unknown' : 'good', auditedAt };
}

type OnWire<Row> = {
  [Name in keyof Row as Row[Name] extends Date | null ? Name : never]: string | undefined;
};

/** Converts timestamps from the database to the format of the contract. */
function moments<Row extends object>(row: Row): OnWire<Row> {
  const entries = Object.entries(row).filter(([name]) => name.endsWith('At'));
  // The names of all columns with timestamps, and of no others, end in `At`.
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : undefined]),
  ) as OnWire<Row>;
}
