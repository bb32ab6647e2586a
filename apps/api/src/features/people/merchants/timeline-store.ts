import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { CredentialEvent } from '../credentials/index.ts';

export type TimelineRow = {
  id: string;
  at: Date;
  kind: string;
  actorKind: 'member' | 'admin' | 'system';
  actorName: string;
  reason: string;
  details: Record<string, unknown>;
  place: Place;
};

/** Author of an action: a staff member of the merchant, an administrator, or the product itself. */
type ActivityActor = { kind: 'member' | 'admin'; id: string } | { kind: 'system' };

export type ActivityKind =
  | CredentialEvent
  | 'added'
  | 'updated'
  | 'profile-changed'
  | 'place-added'
  | 'place-changed'
  | 'place-closed'
  | 'contact-email-changed'
  | 'contact-email-taken-back'
  | 'settlements-held'
  | 'colour-changed'
  | 'logo-changed'
  | 'logo-removed'
  | 'opening-hours-changed'
  | 'settlement-schedule-changed'
  | 'payout-channel-changed'
  | 'api-secret-renewed'
  | 'api-key-made'
  | 'api-key-rolled'
  | 'api-key-revoked'
  | 'api-security-changed'
  | 'webhook-changed'
  | 'webhook-secret-renewed'
  | 'webhook-switched-off'
  | 'member-added'
  | 'member-updated'
  | 'member-password-reset';

/**
 * Reads the timeline: actions of staff and product from the merchant's record, administrators' actions from the audit
 * log; newest first.
 */
export async function readTimeline(
  db: Db,
  merchantId: string,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<TimelineRow[]> {
  const isAfter = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after ? sql`(${at}, ${id}) < (${after.instant}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Omit<TimelineRow, 'place'> & { instant: string }>`
    select id, at, kind, "actorKind", "actorName", reason, details, at::text as instant
    from (
      (
        select a.id, a.at, a.kind, a.actor_kind as "actorKind", '' as reason, a.details,
          coalesce(s.name, case when s.handle is null then m.contact_name else s.handle end, '') as "actorName"
        from merchant_activities a
        join merchants m on m.id = a.merchant_id
        left join merchant_staff s on s.id = a.actor_id
        where a.merchant_id = ${merchantId} and a.actor_kind <> 'admin' and ${isAfter(sql`a.at`, sql`a.id`)}
        order by a.at desc, a.id desc limit ${limit}
      )
      union all
      (
        select id, at, action, 'admin', reason, jsonb_build_object('before', before, 'after', after), actor_name
        from (select *, lpad(to_hex(seq), 32, '0')::uuid as id from audit_log) entries
        where subject_kind = 'merchant' and subject_id = ${merchantId} and ${isAfter(sql`at`, sql`id`)}
        order by at desc, id desc limit ${limit}
      )
    ) events
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}

/**
 * Reads which administrator added a merchant (null for the product itself), and whether the merchant was ever active.
 */
export async function readAdmission(
  tx: Transaction,
  merchantId: string,
): Promise<{ addedBy: string | null; wasActive: boolean }> {
  const { rows } = await sql<{ addedBy: string | null; wasActive: boolean }>`
    select (min(actor_id::text) filter (where kind = 'added'))::uuid as "addedBy",
      coalesce(bool_or(kind = 'updated' and details->'after'->>'status' = 'ACTIVE'), false) as "wasActive"
    from merchant_activities
    where merchant_id = ${merchantId} and actor_kind = 'admin' and kind in ('added', 'updated')`.execute(tx);
  return rows[0] ?? { addedBy: null, wasActive: false };
}

/** Records an action permanently, in the transaction of the change. The details must not contain a secret. */
export async function recordActivity(
  tx: Transaction,
  activity: {
    merchantId: string;
    actor: ActivityActor;
    kind: ActivityKind;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const { merchantId, actor, kind, details = {} } = activity;
  await sql`
    insert into merchant_activities (id, merchant_id, actor_kind, actor_id, kind, details)
    values (${newId()}, ${merchantId}, ${actor.kind}, ${actor.kind === 'system' ? null : actor.id}, ${kind}, ${JSON.stringify(details)}::jsonb)`.execute(
    tx,
  );
}
