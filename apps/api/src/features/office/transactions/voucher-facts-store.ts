import { sql } from 'kysely';
import { spendingState } from '../../money/vouchers/index.ts';
import type { Db } from '../../../platform/db/database.ts';

export type VoucherRow = {
  id: string;
  purchaseId: string | null;
  buyerId: string | null;
  faceCents: bigint;
  balanceCents: bigint;
  codeLastFour: string;
  cloth: string;
  senderName: string;
  recipientName: string;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
  issuedAt: Date;
  expiresAt: Date;
  /** Latest last day to which the voucher can be extended now. */
  latestExpiry: Date;
  isPastLastDay: boolean;
  heldCents: bigint;
  isFrozen: boolean;
  isFrozenBySupport: boolean;
  isDelivered: boolean;
  closedAs: string | null;
  issuedBy: string | null;
  replacesId: string | null;
  replacedById: string | null;
};

export async function findVoucherFacts(db: Db, voucherId: string): Promise<VoucherRow | undefined> {
  const { rows } = await sql<VoucherRow>`
    select v.id, v.purchase_id as "purchaseId", v.buyer_id as "buyerId", v.face_cents as "faceCents",
      coalesce(b.balance_cents, 0) as "balanceCents", v.code_last_four as "codeLastFour", v.cloth,
      v.sender_name as "senderName", v.recipient_name as "recipientName",
      v.recipient_msisdn as "recipientMsisdn", v.recipient_email as "recipientEmail", v.issued_at as "issuedAt",
      v.expires_at as "expiresAt", last_moment_of_validity(moment()) as "latestExpiry",
      ${spendingState}, v.frozen_by_support as "isFrozenBySupport",
      v.announced_at is not null as "isDelivered", v.closed_as as "closedAs", m.business_name as "issuedBy",
      v.replaces_id as "replacesId", r.id as "replacedById"
    from vouchers v
    left join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    left join merchants m on m.id = v.issuer_merchant_id
    left join vouchers r on r.replaces_id = v.id
    where v.id = ${voucherId}`.execute(db);
  return rows[0];
}

export type VoucherActivity = {
  id: string;
  at: Date;
  kind: string;
  amountCents: bigint | null;
  reason: string | null;
  actorKind: string;
  actor: string;
  /** The redemption that the activity is, if any. */
  redemptionId: string | null;
};

/** Lists the activities of vouchers, oldest first, with the name of the person if known. */
export async function listVoucherActivities(
  db: Db,
  voucherIds: readonly string[],
): Promise<VoucherActivity[]> {
  const { rows } = await sql<VoucherActivity>`
    select v.id, v.at, v.kind, v.amount_cents as "amountCents", v.reason, v.actor_kind as "actorKind",
      concat_ws(', ', coalesce(a.name, m.business_name, u.first_name || ' ' || u.last_name, v.actor_kind), s.name) as actor,
      case when v.kind in ('REDEEMED', 'REVERSED', 'HOLD_CAPTURED') then v.id end as "redemptionId"
    from (
      select voucher_id, id, at, kind, amount_cents, reason, actor_kind, actor_id, null::uuid as staff_id
      from voucher_activities
      union all
      select voucher_id, id, redeemed_at, 'REDEEMED', amount_cents, reference, 'merchant', merchant_id, staff_id
      from redemptions r where not exists (select from holds h where h.voucher_id = r.voucher_id and h.id = r.id)
      union all
      select voucher_id, id, reversed_at, 'REVERSED', amount_cents, null, 'merchant', merchant_id, reversed_by
      from redemptions where reversed_at is not null
      union all
      select voucher_id, id, created_at, 'HELD', amount_cents, reference, 'merchant', merchant_id, null from holds
      union all
      select voucher_id, id, ended_at, 'HOLD_' || status,
        case status when 'CAPTURED' then captured_cents else amount_cents end, ended_reason,
        case when ended_by_kind in ('admin', 'system') then ended_by_kind else 'merchant' end,
        case when ended_by_kind in ('admin', 'system') then ended_by else merchant_id end, null
      from holds where ended_at is not null
    ) v
    left join administrators a on v.actor_kind = 'admin' and a.id = v.actor_id
    left join merchants m on v.actor_kind = 'merchant' and m.id = v.actor_id
    left join users u on v.actor_kind = 'consumer' and u.id = v.actor_id
    left join merchant_staff s on s.id = v.staff_id
    where v.voucher_id = any(${voucherIds}::uuid[]) order by v.at, v.id limit 200`.execute(db);
  return rows;
}
