import {
  cloth,
  maskEmail,
  maskMsisdn,
  shillingsOf,
  type HandlerAnswer,
  type readTransaction,
} from '@zawadi/contract';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { PurchasedGift } from '../../money/purchases/index.ts';
import { findVoucher, listOpenHolds, statusOf } from '../../money/vouchers/index.ts';
import {
  findVoucherFacts,
  listVoucherActivities,
  type VoucherActivity,
  type VoucherRow,
} from './voucher-facts-store.ts';

type Answer = HandlerAnswer<typeof readTransaction>;
type VoucherFacts = NonNullable<Answer['voucher']>;

export type VoucherRead = {
  facts: VoucherFacts;
  actions: Pick<
    Answer['actions'],
    'canResend' | 'canRefund' | 'canVoid' | 'canFreeze' | 'canUnfreeze' | 'canExtend'
  >;
  voucherIds: readonly string[];
  activityIds: string[];
};

/**
 * Reads a voucher with its history and possible actions, without its code.
 * @param voucherIds the voucher's id, after the ids of the vouchers that it replaced; their history is part of its own
 */
export async function readVoucher(db: Db, voucherIds: readonly string[]): Promise<VoucherRead | undefined> {
  const voucherId = voucherIds.at(-1);
  if (voucherId === undefined) return undefined;
  const [row, activities, holds] = await Promise.all([
    findVoucherFacts(db, voucherId),
    listVoucherActivities(db, voucherIds),
    listOpenHolds(db, voucherId),
  ]);
  return (
    row && {
      facts: { ...describe(row, activities), holds },
      actions: actionsOn(row),
      voucherIds,
      activityIds: activities.map(({ id }) => id),
    }
  );
}

/**
 * Reads the gifts of a basket, each with its present voucher if it is paid.
 * @param lines each gift's voucher and its replacements
 */
export async function readBasket(
  db: Db,
  gifts: PurchasedGift[],
  lines: readonly string[][],
): Promise<Answer['basket']> {
  return Promise.all(
    gifts.map(async ({ recipientName, amountCents, feeCents }, n) => {
      const latestId = lines[n]?.at(-1);
      const voucher = latestId === undefined ? undefined : await findVoucher(db, latestId);
      return {
        recipientName,
        value: shillingsOf(amountCents - feeCents),
        voucher: voucher && { voucherId: voucher.id, status: statusOf(voucher) },
      };
    }),
  );
}

function describe(row: VoucherRow, activities: VoucherActivity[]): Omit<VoucherFacts, 'holds'> {
  return {
    voucherId: row.id,
    status: statusOf(row),
    value: shillingsOf(row.faceCents),
    balance: shillingsOf(row.balanceCents),
    codeLastFour: row.codeLastFour,
    cloth: cloth.parse(row.cloth),
    senderName: row.senderName,
    recipientName: row.recipientName,
    recipientPhone: row.recipientMsisdn === null ? undefined : maskMsisdn(row.recipientMsisdn),
    recipientEmail: row.recipientEmail === null ? undefined : maskEmail(row.recipientEmail),
    issuedAt: row.issuedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    latestValidTo: nairobiDay(row.latestExpiry),
    isFrozen: row.isFrozen,
    issuedBy: row.issuedBy ?? undefined,
    replaces: row.replacesId ?? undefined,
    replacedBy: row.replacedById ?? undefined,
    activities: activities.map(describeActivity),
  };
}

function describeActivity(activity: VoucherActivity) {
  const { at, kind, amountCents, reason, actor, actorKind, redemptionId } = activity;
  const isCancelled = kind === 'REFUNDED' && actorKind === 'consumer';
  const words = isCancelled ? 'cancelled' : kind.toLowerCase().replaceAll('_', ' ');
  const action = `${words.charAt(0).toUpperCase()}${words.slice(1)} by ${actor}`;
  return {
    at: at.toISOString(),
    kind,
    text: reason === null || isCancelled ? action : `${action}: ${reason}`,
    amount: amountCents === null ? undefined : shillingsOf(amountCents),
    redemptionId: redemptionId ?? undefined,
  };
}

function actionsOn(row: VoucherRow): VoucherRead['actions'] {
  const status = statusOf(row);
  const canBeSpent = status === 'ACTIVE' || status === 'PARTIALLY_REDEEMED';
  return {
    canResend: canBeSpent && row.isDelivered && !row.isFrozen,
    canRefund: canBeSpent && row.heldCents === 0n && row.buyerId !== null,
    canVoid: canBeSpent && row.heldCents === 0n,
    canFreeze: canBeSpent && !row.isFrozenBySupport,
    canUnfreeze: row.isFrozenBySupport,
    canExtend: (canBeSpent || status === 'EXPIRED') && row.latestExpiry > row.expiresAt,
  };
}
