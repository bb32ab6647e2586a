import {
  administratorRoles,
  uuid,
  type HandlerAnswer,
  type HandlerInput,
  type listStops as listEndpoint,
  type startAgain as againEndpoint,
  type startStop as startEndpoint,
  type StopName,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { raiseAlert, resolveAlert } from '../alerts/index.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
} from '../approvals/index.ts';
import { recordAudit, recordCommand, type Auditor } from '../audit/index.ts';
import { describeInForce, forgetStops } from './stops-in-force.ts';
import * as store from './store.ts';

type StopDeps = Pick<Deps, 'db' | 'config'>;
const input = z.object({ stopId: uuid });
type Input = z.infer<typeof input>;

/** Actions of this feature that approvals execute. */
export function actions(deps: StopDeps): Approvable[] {
  return [approvable(startingAgain(deps))];
}

/** Lists the stops in force and the latest stops that ended. */
export async function listStops({ db }: Pick<Deps, 'db'>): Promise<HandlerAnswer<typeof listEndpoint>> {
  const rows = await store.listLatest(db);
  return {
    stops: rows.map((row) => ({
      ...describeInForce(row),
      stopId: row.id,
      reason: row.reason,
      startedBy: row.startedBy,
      endedAt: row.endedAt?.toISOString(),
      waitingApprovalId: row.waitingApprovalId ?? undefined,
    })),
  };
}

/**
 * Starts a stop. One administrator decides, so that nothing delays it.
 * @throws Refusal `already_stopped`
 */
export async function startStop(
  { db }: Pick<Deps, 'db'>,
  { name, sentence, reason, auditor }: HandlerInput<typeof startEndpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof listEndpoint>> {
  const id = newId();
  await inTransaction(db, async (tx) => {
    const stop = { id, name, sentence, reason, startedBy: auditor.administratorId };
    if (!(await store.insertStop(tx, stop))) throw new Refusal('already_stopped');
    await store.keepFromEnding(tx);
    await raiseAlert(tx, { kind: 'stopped', subject: name, details: { name, reason } });
    await recordAudit(tx, auditor, {
      action: 'stop.started',
      subjectKind: 'stop',
      subjectId: id,
      reason,
      after: { stopped: name, english: sentence.en, swahili: sentence.sw },
    });
  });
  forgetStops(db);
  return listStops({ db });
}

/**
 * Requests that a stop ends. It stays in force until a second administrator approves the request.
 * @throws Refusal `not_found`, `stop_ended`, `approval_open`
 */
export async function requestStartAgain(
  deps: StopDeps,
  { stopId, reason, auditor }: Input & { reason: string; auditor: Auditor },
): Promise<HandlerAnswer<typeof againEndpoint>> {
  const { name } = await inTransaction(deps.db, (tx) => findInForce(tx, { stopId }));
  const action = await executeOrRequestApproval(deps, startingAgain(deps), {
    subjectKind: 'stop',
    subjectId: stopId,
    summary: `Start ${name} again`,
    amountCents: 0n,
    reason,
    input: { stopId },
    auditor,
  });
  return { ...(await listStops(deps)), action };
}

function startingAgain({ db }: Pick<Deps, 'db'>): ApprovalAction<Input> {
  return {
    kind: 'start-again',
    schema: input,
    roles: administratorRoles.money,
    needsTwo: async () => true,
    preview: async (tx, asked) => {
      const { name } = await findInForce(tx, asked);
      return {
        amountCents: 0n,
        way: `${name} begins again`,
        change: { before: { stopped: name }, after: { stopped: null } },
      };
    },
    execute: async (tx, { id, input: asked, reason, auditor }) => {
      const stop = await findInForce(tx, asked);
      if (!(await store.endStop(tx, stop.id, id))) throw new Refusal('stop_ended');
      await resolveAlert(tx, 'stopped', stop.name);
      await recordAudit(tx, auditor, {
        action: 'stop.ended',
        subjectKind: 'stop',
        subjectId: stop.id,
        reason,
        before: { stopped: stop.name },
      });
      return async () => forgetStops(db);
    },
  };
}

/**
 * Ends a stop without a second administrator, for the command on the server.
 * @param db connection of the role that owns the tables
 * @returns false if this is not stopped
 */
export function startAgainOnServer(db: Db, name: StopName): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const id = await store.endStopAsOwner(tx, name);
    if (id === undefined) return false;
    await resolveAlert(tx, 'stopped', name);
    await recordCommand(tx, {
      action: 'stop.ended',
      subjectKind: 'stop',
      subjectId: id,
      after: { started: name },
    });
    return true;
  });
}

async function findInForce(tx: Transaction, { stopId }: Input): Promise<store.StopRow> {
  const stop = await store.findStop(tx, stopId);
  if (!stop) throw new Refusal('not_found');
  if (stop.endedAt) throw new Refusal('stop_ended');
  return stop;
}
