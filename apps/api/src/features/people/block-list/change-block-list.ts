import {
  administratorRoles,
  maskMsisdn,
  uuid,
  type ActionOutcome,
  type addBlock,
  type HandlerInput,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { latestMomentOf } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  executeOrRequestApproval,
  recordIfDecidedAlone,
  requestApproval,
  type Approvable,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { isWithin, readBlockedValue } from './blocked-value.ts';
import { forgetBlockList } from './refuse-blocked.ts';
import * as store from './store.ts';

const input = z.object({ entryId: uuid });
type Input = z.infer<typeof input>;
type BlockDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** Actions of this feature that approvals execute. */
export function actions(deps: BlockDeps): Approvable[] {
  return [approvable(adding(deps)), approvable(removing(deps))];
}

/**
 * Requests a new entry of the block list. It blocks nothing until a second administrator approves it.
 * @throws Refusal `validation_failed`, `not_found`, `already_blocked`, `blocks_yourself`
 */
export async function requestBlock(
  deps: BlockDeps,
  {
    kind,
    userId,
    value: typed,
    reason,
    lastDay,
    auditor,
  }: HandlerInput<typeof addBlock>['body'] & { auditor: Auditor },
): Promise<{ action: ActionOutcome }> {
  if (userId !== undefined && kind !== 'number') {
    throw new Refusal('validation_failed', {
      fields: [{ path: 'kind', message: 'Only the number of a user can be blocked by name' }],
    });
  }
  const value = userId === undefined ? readBlockedValue(kind, typed) : await numberOf(deps, userId);
  const endsAt = lastDay === undefined ? null : latestMomentOf(lastDay);
  if (endsAt && endsAt <= deps.clock.now()) refusePastDay();
  const { administratorId } = auditor;
  const entry = {
    id: newId(),
    kind,
    value,
    reason,
    endsAt,
    requestedBy: administratorId,
    approvalId: newId(),
  };
  requireOthersAddress(entry, auditor);
  await inTransaction(deps.db, async (tx) => {
    if (await store.isBlockedOtherwise(tx, entry)) throw new Refusal('already_blocked');
    const rule = await recordIfDecidedAlone(tx, deps, {
      id: entry.approvalId,
      administratorId,
      kind: 'block',
      amountCents: 0n,
      needsTwo: true,
    });
    await requestApproval(tx, {
      id: entry.approvalId,
      kind: 'block',
      subjectKind: 'block',
      subjectId: entry.id,
      summary: `Block ${nameOf(entry)}`,
      amountCents: 0n,
      reason,
      rule,
      input: { entryId: entry.id },
      auditor,
    });
    await store.insertEntry(tx, entry);
  });
  return { action: { outcome: 'waiting', approvalId: entry.approvalId } };
}

/** Pages mask consumers' numbers, so that a page names the consumer instead. */
async function numberOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<string> {
  const msisdn = await store.readNumberOf(db, userId);
  if (msisdn === undefined) throw new Refusal('not_found');
  return msisdn;
}

/**
 * Requests that an entry is removed. It blocks until a second administrator approves the request.
 * @throws Refusal `not_found`, `block_not_active`, `approval_open`
 */
export async function requestRemoval(
  deps: BlockDeps,
  { entryId, reason, auditor }: Input & { reason: string; auditor: Auditor },
): Promise<{ action: ActionOutcome }> {
  const entry = await inTransaction(deps.db, (tx) => lockActive(tx, { entryId }));
  const action = await executeOrRequestApproval(deps, removing(deps), {
    subjectKind: 'block',
    subjectId: entryId,
    summary: `Unblock ${nameOf(entry)}`,
    amountCents: 0n,
    reason,
    input: { entryId },
    auditor,
  });
  return { action };
}

function adding(deps: BlockDeps): ApprovalAction<Input> {
  return {
    kind: 'block',
    schema: input,
    roles: administratorRoles.working,
    needsTwo: async () => true,
    preview: async (tx, request) => {
      const entry = await lockWaiting(tx, deps, request);
      return {
        amountCents: 0n,
        way: 'may begin nothing new',
        change: { before: { blocked: null }, after: { blocked: nameOf(entry), until: until(entry) } },
      };
    },
    execute: async (tx, { input: request, reason, auditor }) => {
      const entry = await lockWaiting(tx, deps, request);
      requireOthersAddress(entry, auditor);
      if (await store.isBlockedOtherwise(tx, entry)) throw new Refusal('already_blocked');
      await store.markStarted(tx, entry.id, auditor.administratorId);
      await recordAudit(tx, auditor, {
        action: 'block.added',
        subjectKind: 'block',
        subjectId: entry.id,
        reason,
        after: { blocked: nameOf(entry), until: until(entry) },
      });
      return async () => forgetBlockList(deps.db);
    },
  };
}

function removing(deps: BlockDeps): ApprovalAction<Input> {
  return {
    kind: 'unblock',
    schema: input,
    roles: administratorRoles.working,
    needsTwo: async () => true,
    preview: async (tx, request) => ({
      amountCents: 0n,
      way: 'may begin again',
      change: { before: { blocked: nameOf(await lockActive(tx, request)) }, after: { blocked: null } },
    }),
    execute: async (tx, { input: request, reason, auditor }) => {
      const entry = await lockActive(tx, request);
      await store.markRemoved(tx, entry.id);
      await recordAudit(tx, auditor, {
        action: 'block.removed',
        subjectKind: 'block',
        subjectId: entry.id,
        reason,
        before: { blocked: nameOf(entry) },
      });
      return async () => forgetBlockList(deps.db);
    },
  };
}

type Entry = NonNullable<Awaited<ReturnType<typeof store.lockEntry>>>;

async function lockActive(tx: Transaction, { entryId }: Input): Promise<Entry> {
  const entry = await store.lockEntry(tx, entryId);
  if (!entry) throw new Refusal('not_found');
  if (entry.status !== 'Active') throw new Refusal('block_not_active');
  return entry;
}

/** Locks an entry that waits for its approval. The last day of the entry may have passed since the request. */
async function lockWaiting(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { entryId }: Input,
): Promise<Entry> {
  const entry = await store.lockEntry(tx, entryId);
  if (!entry) throw new Refusal('not_found');
  const isOver = entry.endsAt !== null && entry.endsAt <= clock.now();
  if (entry.status !== 'Waiting' || isOver) throw new Refusal('block_not_active');
  return entry;
}

function requireOthersAddress({ kind, value }: Pick<Entry, 'kind' | 'value'>, { address }: Auditor): void {
  if (kind === 'address' && isWithin(address, value)) throw new Refusal('blocks_yourself');
}

function refusePastDay(): never {
  const message = 'Please choose today or a later day';
  throw new Refusal('validation_failed', { fields: [{ path: 'lastDay', message }] }, message);
}

/** Requests and the audit log are kept, and many people read them: numbers are masked. */
function nameOf({ kind, value }: Pick<Entry, 'kind' | 'value'>): string {
  if (kind === 'number') return `the number ${maskMsisdn(value)}`;
  return kind === 'device' ? `the device ${value.slice(0, 8)}…` : `the network ${value}`;
}

function until({ endsAt }: Pick<Entry, 'endsAt'>): string | null {
  return endsAt?.toISOString() ?? null;
}
