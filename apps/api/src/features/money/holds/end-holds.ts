import { centsOf, shillingsOf, type RefusalCode, type WebhookData } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { publishEvent, type WebhookEvent } from '../../services/merchant-events/index.ts';
import { postings } from '../../services/postings/index.ts';
import { redemptionAnnouncement } from '../redemptions/index.ts';
import { lockHolds, type LockedHold } from './lock-holds.ts';
import { insertRedemptions, recordEnds, type EndedBy } from './store.ts';

export type Ending = {
  holdId: string;
  /** If given, holds of other merchants are not found. */
  merchantId?: string;
  /** How much the shop captures; the rest is released. */
  takes: 'all' | 'nothing' | { amountShillings: number };
  by: EndedBy;
};

/** A hold as it was before its end, with the captured amount and the actor. */
type Ended = { hold: LockedHold; capturedCents: bigint; balanceAfterCents: bigint; by: EndedBy };
/** `allowed`: the largest amount that can be captured, in shillings. */
type EndRefusal = { refusal: RefusalCode; allowed?: number };
type EndOutcome = { ended: Ended } | EndRefusal;

const REASONS = {
  api: 'released',
  member: 'released',
  admin: 'support',
  system: 'support',
} as const satisfies Record<EndedBy['kind'], string>;

/**
 * Ends one hold; see `endHolds`.
 * @throws Refusal hold_not_found, hold_not_open, hold_expired, capture_exceeds_hold, voucher_frozen
 */
export async function endHold(tx: Transaction, deps: { keys: Keys }, ending: Ending): Promise<LockedHold> {
  const [outcome] = await endHolds(tx, deps, [ending]);
  if (!outcome) throw new Error(`The end of hold ${ending.holdId} has no outcome.`);
  if ('refusal' in outcome) throw new Refusal(outcome.refusal, { allowed: outcome.allowed });
  return outcome.ended.hold;
}

/**
 * Ends holds in one transaction, in order; a refusal of one hold does not stop the others. A shop can capture all or
 * part of a hold, once; the captured amount becomes an ordinary redemption. The rest returns to the voucher. If the
 * recipient has claimed the voucher since, the rest goes to the recipient's wallet.
 * @returns an outcome for each; a refusal writes nothing
 */
export async function endHolds(
  tx: Transaction,
  { keys }: { keys: Keys },
  endings: Ending[],
): Promise<EndOutcome[]> {
  const holds = await lockHolds(
    tx,
    endings.map(({ holdId }) => holdId),
  );
  const balances = new Map(
    holds.flatMap((hold) => (hold ? [[hold.voucherId, hold.voucher.balanceCents]] : [])),
  );
  const endedIds = new Set<string>();
  const outcomes = endings.map((ending, n): EndOutcome => {
    const hold = holds[n];
    if (!hold || (ending.merchantId ?? hold.merchantId) !== hold.merchantId)
      return { refusal: 'hold_not_found' };
    const taken = endedIds.has(hold.id) ? { refusal: 'hold_not_open' as const } : decide(ending, hold);
    if ('refusal' in taken) return taken;
    endedIds.add(hold.id);
    const { capturedCents } = taken;
    const backCents = hold.releasesTo === 'voucher' ? hold.amountCents - capturedCents : 0n;
    const balanceAfterCents = (balances.get(hold.voucherId) ?? 0n) + backCents;
    balances.set(hold.voucherId, balanceAfterCents);
    return { ended: { hold, capturedCents, balanceAfterCents, by: ending.by } };
  });
  const all = outcomes.flatMap((outcome) => ('ended' in outcome ? [outcome.ended] : []));
  if (all.length > 0) await record(tx, { keys }, all);
  return outcomes;
}

/** Decides how much of the hold is captured, or refuses. */
function decide({ takes }: Ending, hold: LockedHold): { capturedCents: bigint } | EndRefusal {
  if (takes === 'nothing')
    return hold.status === 'OPEN' ? { capturedCents: 0n } : { refusal: 'hold_not_open' };
  if (hold.status === 'EXPIRED' || (hold.status === 'OPEN' && hold.isPastEnd))
    return { refusal: 'hold_expired' };
  if (hold.status !== 'OPEN') return { refusal: 'hold_not_open' };
  if (hold.voucher.isFrozen) return { refusal: 'voucher_frozen' };
  const capturedCents = takes === 'all' ? hold.amountCents : centsOf(takes.amountShillings);
  return capturedCents > hold.amountCents
    ? { refusal: 'capture_exceeds_hold', allowed: shillingsOf(hold.amountCents) }
    : { capturedCents };
}

/** Posts the transfers, stores the ends, and notifies the merchants' systems and open screens of credited wallets. */
async function record(tx: Transaction, { keys }: { keys: Keys }, all: Ended[]): Promise<void> {
  const captured = all.filter(({ capturedCents }) => capturedCents > 0n);
  await postOrThrow(tx, all.flatMap(postingsOf));
  await recordEnds(
    tx,
    all.map(({ hold, capturedCents, by }) => ({
      hold,
      status: statusOf({ hold, capturedCents, by }),
      capturedCents,
      by,
    })),
  );
  await insertRedemptions(tx, captured);
  const wallets = all.flatMap(({ hold, capturedCents }) =>
    typeof hold.releasesTo === 'object' && capturedCents < hold.amountCents ? [hold.releasesTo.walletOf] : [],
  );
  await publishHint(tx, ...wallets.map((userId) => ({ userId, topic: 'wallet' as const, id: userId })));
  await publishEvent(tx, ...all.flatMap(eventsOf));
  const redemptions = captured.map(({ hold }): [string, string] => [hold.voucherId, hold.id]);
  if (redemptions.length > 0) await redemptionAnnouncement(keys, redemptions).execute(tx);
}

function postingsOf({ hold, capturedCents }: Ended) {
  const { id: holdId, voucherId, merchantId, releasesTo: to } = hold;
  const restCents = hold.amountCents - capturedCents;
  return [
    ...(capturedCents > 0n
      ? [postings.holdCaptured({ holdId, voucherId, merchantId, amountCents: capturedCents })]
      : []),
    ...(restCents > 0n ? [postings.holdReleased({ holdId, voucherId, amountCents: restCents, to })] : []),
  ];
}

function statusOf({ hold, capturedCents, by }: Omit<Ended, 'balanceAfterCents'>) {
  if (capturedCents > 0n) return 'CAPTURED';
  return isExpiry(hold, by) ? 'EXPIRED' : 'RELEASED';
}

function isExpiry(hold: LockedHold, by: EndedBy): boolean {
  return by.kind === 'system' && hold.isPastEnd;
}

function eventsOf(ended: Ended): WebhookEvent[] {
  const { hold, capturedCents } = ended;
  const { id: holdId, voucherId, merchantId, reference, amountCents } = hold;
  const restCents = amountCents - capturedCents;
  const about = { hold_id: holdId, voucher_id: voucherId, ...(reference !== null && { reference }) };
  const event = { merchantId, dedupeKey: holdId };
  const events: WebhookEvent[] = [];
  if (restCents > 0n) {
    const data = {
      ...about,
      amount: shillingsOf(restCents),
      reason: reasonOf(ended),
      currency: 'KES',
    } as const;
    events.push({ ...event, type: 'voucher.hold_released', data });
  }
  if (capturedCents > 0n) {
    const [amount, captured_amount] = [shillingsOf(amountCents), shillingsOf(capturedCents)];
    const data = { ...about, redemption_id: holdId, amount, captured_amount, currency: 'KES' } as const;
    events.push({ ...event, type: 'voucher.hold_captured', data });
  }
  return events;
}

function reasonOf({ hold, capturedCents, by }: Ended): WebhookData<'voucher.hold_released'>['reason'] {
  if (capturedCents > 0n) return 'remainder';
  return isExpiry(hold, by) ? 'expired' : REASONS[by.kind];
}
