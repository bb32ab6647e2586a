import type { HandlerAnswer, settlementAttempt, settlementDetail } from '@zawadi/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listActivities, type Activity } from './activity-store.ts';
import { listAttempts, type Attempt, type AttemptState } from './attempt-store.ts';
import { describeSettlement } from './describe-settlement.ts';
import { nameOf } from './destination.ts';
import { findByBatchId, type SettlementRecord } from './store.ts';
import { describeActivity } from './words.ts';

/** Entries of a batch's history that merchants do not see. */
const HIDDEN_FROM_MERCHANTS: ReadonlySet<Activity['kind']> = new Set([
  'PROPOSED',
  'CONFIRMED',
  'TURNED_DOWN',
]);

/**
 * Reads one batch of a merchant with its attempts and its history, without administrators' names.
 * @throws Refusal not_found
 */
export async function readSettlement(
  db: Db,
  { merchantId, batchId }: { merchantId: string; batchId: string },
): Promise<HandlerAnswer<typeof settlementDetail>> {
  const record = await findByBatchId(db, batchId, merchantId);
  if (!record) throw new Refusal('not_found');
  const { attempts, activities } = await readSettlementTimeline(db, record);
  return {
    settlement: describeSettlement(record),
    attempts: attempts.map(describeAttempt),
    steps: activities
      .filter(({ kind }) => !HIDDEN_FROM_MERCHANTS.has(kind))
      .map((activity) => describeStep({ ...activity, byName: null }, record)),
  };
}

/** Reads attempts and history of a batch, oldest first. */
export async function readSettlementTimeline(
  db: Db,
  record: SettlementRecord,
): Promise<{ attempts: Attempt[]; activities: Activity[] }> {
  const key = { merchantId: record.merchantId, settlementId: record.id };
  const [attempts, activities] = await Promise.all([listAttempts(db, key), listActivities(db, key)]);
  return { attempts, activities };
}

export function describeStep(activity: Activity, { destination }: SettlementRecord) {
  return {
    at: activity.at.toISOString(),
    text: describeActivity(activity, destination),
    isSetback: activity.kind === 'FAILED' || activity.kind === 'CANCELED',
  };
}

const SHOWN = {
  OPEN: 'Processing',
  MANUAL: 'Processing',
  PAID: 'Paid',
  FAILED: 'Failed',
} as const satisfies Record<AttemptState, string>;

export function describeAttempt(attempt: Attempt): z.input<typeof settlementAttempt> {
  const { state, reference } = attempt;
  return {
    attemptId: attempt.id,
    startedAt: attempt.startedAt.toISOString(),
    status: SHOWN[state],
    destination: nameOf(attempt.destination),
    outcome: outcomeOf(attempt),
    reference: reference ?? undefined,
  };
}

function outcomeOf({ state, orderState, reference, failureReason }: Attempt): string {
  if (state === 'PAID') return reference === null ? 'Paid' : `Paid, reference ${reference}`;
  if (state === 'FAILED') return failureReason ?? 'Not paid';
  if (state === 'MANUAL') return 'On its way through the bank';
  return orderState === 'SENT' ? 'M-PESA is paying' : 'Waiting for M-PESA';
}
