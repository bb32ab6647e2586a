import type { FloatCheck, HandlerAnswer, listFloatChecks as endpoint } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listChecks, type CheckRow } from './float-store.ts';

/** Reads one page of float checks, newest first. */
export async function readChecks(
  db: Db,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<HandlerAnswer<typeof endpoint>> {
  const found = await listChecks(db, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { checks: shown.map(describe), nextCursor };
}

/** @throws Refusal not_found */
export async function readCheck(db: Db, id: string): Promise<FloatCheck> {
  const [row] = await listChecks(db, { id, limit: 1 });
  if (!row) throw new Refusal('not_found');
  return describe(row);
}

const STATUS = { ASKING: 'asking', AGREES: 'agrees', DIFFERS: 'differs', FAILED: 'failed' } as const;

function describe(row: CheckRow): FloatCheck {
  return {
    checkId: row.id,
    at: row.at.toISOString(),
    status: STATUS[row.status],
    answeredAt: row.answeredAt?.toISOString(),
    accounts: [
      ...compared('collection', row.collectionTheirsCents, row.collectionOursCents),
      ...compared('payout', row.payoutTheirsCents, row.payoutOursCents),
    ],
    isReported: row.isReported,
    isComparison: row.isComparison,
    uncharged: { payouts: row.unchargedPayouts, mostCents: Number(row.unchargedMostCents) },
  };
}

function compared(
  account: 'collection' | 'payout',
  theirs: bigint | null,
  ours: bigint | null,
): FloatCheck['accounts'] {
  if (theirs === null || ours === null) return [];
  const differenceCents = Number(theirs - ours);
  return [{ account, theirsCents: Number(theirs), oursCents: Number(ours), differenceCents }];
}
