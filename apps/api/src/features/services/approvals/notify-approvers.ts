import { administratorRoles, type AdministratorRole } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { processDueRows } from '../../../platform/jobs/process-due-rows.ts';
import { notify } from '../messages/index.ts';
import type { Approvable } from './approval-action.ts';
import {
  claimClosedRequests,
  claimUnnotifiedRequests,
  findRelated,
  listActive,
  type Ended,
  type UnnotifiedRequest,
} from './approvers-store.ts';
import { THE_SHOP } from './list-approvals.ts';

/** Approvers are reminded this many hours before a request expires. */
const REMIND_HOURS = 12;
/** Most characters of a request's summary in the subject of a mail. */
const LONGEST_SUBJECT = 100;
/** Most requests in one mail. */
const AT_ONCE = 50;

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

type TellDeps = Pick<Deps, 'db' | 'config' | 'keys' | 'log'> & { actions: readonly Approvable[] };

/**
 * Mails open requests to all administrators who may decide them: once when new, once before they expire. Each
 * administrator gets one mail for all requests of a kind. Claim and mails are in one transaction, so that no mail is
 * sent twice.
 */
export async function notifyApprovers(deps: TellDeps): Promise<void> {
  await processDueRows(deps, {
    atOnce: AT_ONCE,
    failure: 'approvers cannot be notified of a request',
    take: (tx, page) => claimUnnotifiedRequests(tx, { remindHours: REMIND_HOURS, ...page }),
    work: async (tx, requests) => {
      for (const isLapsing of [true, false]) {
        const those = requests.filter((one) => one.isLapsing === isLapsing);
        if (those.length > 0) await tell(tx, deps, those, isLapsing);
      }
    },
  });
}

const OUTCOMES = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  EXPIRED: 'lapsed',
  OUTDATED: 'outdated',
} as const;

/**
 * Mails each requester how the request ended, unless the requester closed it. Claim and mail are in one transaction, so
 * that no mail is sent twice.
 */
export async function notifyRequesters(deps: Pick<Deps, 'db' | 'config' | 'keys' | 'log'>): Promise<void> {
  await processDueRows(deps, {
    atOnce: AT_ONCE,
    failure: 'the requester cannot be notified of how a request ended',
    take: claimClosedRequests,
    work: async (tx, ended) => {
      for (const one of ended) await notifyRequester(tx, deps, one);
    },
  });
}

async function notifyRequester(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'keys'>,
  { id, summary, closedAs, closedByName, reason, email }: Ended,
): Promise<void> {
  if (email === null) return;
  await notify(tx, deps, {
    template: 'approval-ended',
    data: {
      outcome: OUTCOMES[closedAs],
      summary,
      ...(closedByName !== null && { decidedBy: closedByName }),
      ...(reason !== null && { reason }),
      link: `${deps.config.publicUrl}/admin/transactions/approvals`,
    },
    email,
    dedupeKey: id,
  });
}

async function tell(
  tx: Transaction,
  deps: TellDeps,
  requests: readonly UnnotifiedRequest[],
  isLapsing: boolean,
): Promise<void> {
  const everybody = await listActive(tx);
  const related = new Map<string, ReadonlySet<string>>();
  for (const { requestedBy } of requests) {
    if (requestedBy !== null && !related.has(requestedBy))
      related.set(requestedBy, await findRelated(tx, requestedBy));
  }
  for (const { id, email, staffRole } of everybody) {
    const theirs = requests.filter(
      ({ kind, requestedBy }) =>
        requestedBy !== id &&
        !(requestedBy !== null && related.get(requestedBy)?.has(id)) &&
        rolesFor(deps, kind).includes(staffRole),
    );
    const [first] = theirs;
    if (!first) continue;
    await notify(tx, deps, {
      template: isLapsing ? 'approvals-lapsing' : 'approvals-waiting',
      data: {
        title: titleOf(first, theirs.length - 1, isLapsing),
        requests: theirs.map(lineOf).join('\n'),
        link: `${deps.config.publicUrl}/admin/transactions/approvals?status=Open`,
      },
      email,
      dedupeKey: `${first.id}:${id}`,
    });
  }
}

function rolesFor({ actions }: TellDeps, kind: string): readonly AdministratorRole[] {
  return actions.find((one) => one.kind === kind)?.roles ?? administratorRoles.money;
}

function titleOf({ summary }: UnnotifiedRequest, others: number, isLapsing: boolean): string {
  const what = summary.length > LONGEST_SUBJECT ? `${summary.slice(0, LONGEST_SUBJECT)}…` : summary;
  const title = `${isLapsing ? 'About to lapse' : 'Please decide'}: ${what}`;
  return others === 0 ? title : `${title}, and ${others} more`;
}

function lineOf({ summary, requestedByName, reason, expiresAt }: UnnotifiedRequest): string {
  const lapses = expiresAt === null ? '' : ` It lapses on ${MOMENT.format(expiresAt)}.`;
  return `${summary}. Asked by ${requestedByName ?? THE_SHOP}: “${reason}”.${lapses}`;
}
