import { shillingsOf, type WebhookData } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { postOrThrow } from '../../../ledger/index.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { collectFailures } from '../../../platform/jobs/work-off.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { publishEvent } from '../../merchants/webhooks/index.ts';
import { postings } from '../postings/index.ts';
import { lockHold, type LockedHold } from './lock-hold.ts';
import { endHold, listHoldsToEnd, listOpenHoldIds, type EndedBy } from './store.ts';

const AT_ONCE = 100;

const REASONS = {
  api: 'released',
  member: 'released',
  admin: 'support',
  system: 'support',
} as const satisfies Record<EndedBy['kind'], string>;

/**
 * Gives all that is held back: on the voucher, or into the wallet that the rest of it was claimed into meanwhile.
 * @param release.merchantId when given, another merchant's hold is not found
 * @returns the hold as it was until then
 * @throws Refusal hold_not_found, hold_not_open
 */
export async function releaseHoldIn(
  tx: Transaction,
  { holdId, merchantId, by }: { holdId: string; merchantId?: string; by: EndedBy },
): Promise<LockedHold> {
  const hold = await lockHold(tx, { holdId, merchantId });
  if (hold.status !== 'OPEN') throw new Refusal('hold_not_open');
  await end(tx, hold, by);
  return hold;
}

/**
 * Releases what shops hold of a voucher, before all of its value is taken. The caller does so before it locks anything
 * of the voucher.
 */
export async function releaseHoldsOf(
  tx: Transaction,
  { voucherId, by }: { voucherId: string; by: EndedBy },
): Promise<void> {
  for (const holdId of await listOpenHoldIds(tx, voucherId)) {
    const hold = await lockHold(tx, { holdId });
    if (hold.status === 'OPEN') await end(tx, hold, by);
  }
}

/**
 * Releases holds whose time is over, and those of closed merchants: each in a transaction of its own, exactly once
 * however many workers do so.
 * @returns how many were released
 */
export async function expireHolds({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const failures = collectFailures(log, 'a hold cannot be released');
  const except: string[] = [];
  let released = 0;
  for (;;) {
    const due = await listHoldsToEnd(db, { limit: AT_ONCE, except });
    for (const { holdId, isPastEnd } of due) {
      const by: EndedBy = { kind: 'system', ...(!isPastEnd && { reason: 'The shop was closed' }) };
      const isDone = await failures.apart({ holdId }, async () => {
        if (await releaseIfOpen(db, holdId, by)) released += 1;
      });
      if (!isDone) except.push(holdId);
      crashPoint('hold-released', 'system');
    }
    if (due.length < AT_ONCE) break;
  }
  failures.rethrow();
  return released;
}

function releaseIfOpen(db: Db, holdId: string, by: EndedBy): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const hold = await lockHold(tx, { holdId });
    if (hold.status === 'OPEN') await end(tx, hold, by);
    return hold.status === 'OPEN';
  });
}

async function end(tx: Transaction, hold: LockedHold, by: EndedBy): Promise<void> {
  const isExpiry = by.kind === 'system' && hold.isPastEnd;
  const reason = isExpiry ? 'expired' : REASONS[by.kind];
  await giveBack(tx, hold, { amountCents: hold.amountCents, reason });
  const { voucherId, id } = hold;
  await endHold(tx, { voucherId, id, status: isExpiry ? 'EXPIRED' : 'RELEASED', capturedCents: 0n, by });
}

/** Moves held money back and tells the merchant's own system. The caller ends the hold. */
export async function giveBack(
  tx: Transaction,
  hold: LockedHold,
  { amountCents, reason }: { amountCents: bigint; reason: WebhookData<'voucher.hold_released'>['reason'] },
): Promise<void> {
  const { id: holdId, voucherId, merchantId, releasesTo: to, reference } = hold;
  await postOrThrow(tx, [postings.holdReleased({ holdId, voucherId, amountCents, to })]);
  if (typeof to === 'object')
    await publishHint(tx, { userId: to.walletOf, topic: 'wallet', id: to.walletOf });
  await publishEvent(tx, {
    merchantId,
    type: 'voucher.hold_released',
    data: {
      hold_id: holdId,
      voucher_id: voucherId,
      amount: shillingsOf(amountCents),
      reason,
      ...(reference !== null && { reference }),
      currency: 'KES',
    },
    dedupeKey: holdId,
  });
}
