import {
  listedAlerts,
  WORK_LISTS,
  administratorRoles,
  workKind,
  type HandlerAnswer,
  type readWorkList,
  type AdministratorRole,
  type WorkKind,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { describeAlert, listOpen } from '../../services/alerts/index.ts';
import type { Approvable } from '../../services/approvals/index.ts';
import { titleOfReview } from '../../services/reviews/index.ts';
import { countAlerts } from '../../merchants/fraud/index.ts';
import { readUnknownPayments } from '../../services/system-health/index.ts';
import * as store from './work-store.ts';

type Worker = { administratorId: string; staffRole: AdministratorRole };
type Actions = { actions: readonly Approvable[] };

type Source = {
  /** Roles that may do this kind of work. */
  roles: readonly AdministratorRole[];
  lateAfterMs: number;
  nextStep: string;
  read: (db: Db, asking: Worker & Actions) => Promise<store.Waiting>;
};

/** All kinds of work. A new kind needs one entry here, one in the contract, and one in the web app. */
const SOURCES: Record<WorkKind, Source> = {
  alerts: {
    roles: administratorRoles.working,
    lateAfterMs: 30 * MINUTE_MS,
    nextStep: 'Open each alert and follow its advice.',
    read: readAlerts,
  },
  'unknown-payments': {
    roles: administratorRoles.working,
    lateAfterMs: HOUR_MS,
    nextStep: 'Ask M-PESA about all of them.',
    read: readUnknown,
  },
  approvals: {
    roles: administratorRoles.money,
    lateAfterMs: 4 * HOUR_MS,
    nextStep: 'Approve or reject each.',
    read: (db, { administratorId, staffRole, actions }) =>
      store.readApprovals(db, {
        administratorId,
        kinds: actions
          .filter(({ roles = administratorRoles.money }) => roles.some((role) => role === staffRole))
          .map(({ kind }) => kind),
      }),
  },
  reviews: {
    roles: administratorRoles.money,
    lateAfterMs: DAY_MS,
    nextStep: 'Open each case and follow its advice.',
    read: async (db) => {
      const { first, ...open } = await store.readReviews(db);
      return { ...open, first: first && titleOfReview(first) };
    },
  },
  differences: {
    roles: administratorRoles.money,
    lateAfterMs: DAY_MS,
    nextStep: 'Query M-PESA, book or explain each.',
    read: store.readDifferences,
  },
  settlements: {
    roles: administratorRoles.money,
    lateAfterMs: DAY_MS,
    nextStep: 'Approve, retry or mark each batch.',
    read: store.readSettlements,
  },
  'fraud-alerts': {
    roles: administratorRoles.working,
    lateAfterMs: HOUR_MS,
    nextStep: 'Take each alert and close it with its outcome.',
    read: async (db, { administratorId }) => {
      const { unassigned, oldestUnassigned: oldest } = await countAlerts(db, administratorId);
      return {
        count: unassigned,
        oldestAt: oldest ? new Date(oldest.raisedAt) : null,
        first: oldest ? oldest.description : null,
        cents: null,
        firstPath: oldest ? `/admin/fraud-alerts/${oldest.alertId}` : null,
      };
    },
  },
  applications: {
    roles: administratorRoles.administrator,
    lateAfterMs: DAY_MS,
    nextStep: 'Check the shop, then approve it.',
    read: store.readApplications,
  },
  // Support answers letters, and finance those that support has handed over. The role administrator does both.
  letters: {
    roles: administratorRoles.working,
    lateAfterMs: DAY_MS,
    nextStep: 'Answer the letter.',
    read: (db, { staffRole }) => store.readLetters(db, DESK_OF[staffRole]),
  },
};

/** Which letters wait for a role; undefined means all. */
const DESK_OF: Partial<Record<Worker['staffRole'], 'support' | 'finance'>> = {
  support: 'support',
  finance: 'finance',
};

/** Reads the work that waits for one administrator, nearest deadline first. Omits work that the role may only read. */
export async function readWork(
  { db, clock, actions }: Pick<Deps, 'db' | 'clock'> & Actions,
  worker: Worker,
): Promise<HandlerAnswer<typeof readWorkList>> {
  const now = clock.now().getTime();
  const mine = workKind.options.filter((kind) => SOURCES[kind].roles.includes(worker.staffRole));
  const found = await Promise.all(
    mine.map(async (kind) => {
      const { read, lateAfterMs, nextStep } = SOURCES[kind];
      const { count, oldestAt, first, cents, firstPath } = await read(db, { ...worker, actions });
      if (!oldestAt) return [];
      const lateAt = oldestAt.getTime() + lateAfterMs;
      const work = {
        kind,
        count,
        oldestAt: oldestAt.toISOString(),
        first: first ?? '',
        ...(cents !== null && cents > 0n && { amount: Number(cents / 100n) }),
        nextStep,
        path: count === 1 && firstPath !== null ? firstPath : WORK_LISTS[kind],
        isLate: now > lateAt,
      };
      return [{ lateAt, work }];
    }),
  );
  const work = found
    .flat()
    .toSorted((one, other) => one.lateAt - other.lateAt)
    .map((one) => one.work);
  return { work, total: work.reduce((sum, { count }) => sum + count, 0) };
}

/** Reads unacknowledged alerts. Omits alerts about work that another entry of the list already counts. */
async function readAlerts(db: Db): Promise<store.Waiting> {
  const open = (await listOpen(db)).filter(
    ({ kind, acknowledgedBy }) => acknowledgedBy === null && !listedAlerts.includes(kind),
  );
  const [oldest] = open;
  return {
    count: open.length,
    oldestAt: oldest?.firstAt ?? null,
    first: oldest ? describeAlert(oldest).title : null,
    cents: null,
    firstPath: oldest ? describeAlert(oldest).path : null,
  };
}

const PAYMENTS = [
  ['purchases', 'deposit', 'deposits'],
  ['withdrawals', 'withdrawal', 'withdrawals'],
  ['settlements', 'settlement', 'settlements'],
  ['refunds', 'refund', 'refunds'],
] as const;

/**
 * Reads payments of unknown outcome. Counts them by kind and names none, because M-PESA usually leaves many open
 * together.
 */
async function readUnknown(db: Db): Promise<store.Waiting> {
  const unknown = await readUnknownPayments(db);
  const parts = PAYMENTS.filter(([kind]) => unknown[kind] > 0);
  return {
    count: parts.reduce((sum, [kind]) => sum + unknown[kind], 0),
    oldestAt: unknown.oldestAt,
    cents: unknown.cents,
    firstPath: null,
    first: parts
      .map(([kind, one, many]) => `${unknown[kind]} ${unknown[kind] === 1 ? one : many}`)
      .join(', '),
  };
}
