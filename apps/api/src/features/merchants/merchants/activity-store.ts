import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { CredentialEvent } from '../../access/credentials/index.ts';

/** Who did something to a merchant: a member of its staff, or an administrator. */
export type ActivityActor = { kind: 'staff' | 'admin'; id: string };

export type ActivityKind =
  | CredentialEvent
  | 'added'
  | 'updated'
  | 'profile-changed'
  | 'contact-email-changed'
  | 'contact-email-taken-back'
  | 'colour-changed'
  | 'logo-changed'
  | 'logo-removed'
  | 'opening-hours-changed'
  | 'settlement-schedule-changed'
  | 'payout-channel-changed'
  | 'api-secret-renewed'
  | 'api-security-changed'
  | 'webhook-changed'
  | 'webhook-secret-renewed'
  | 'staff-added'
  | 'staff-updated'
  | 'staff-password-reset';

/** Keeps for ever who did what, in the transaction of what was done. No secret may be in the details. */
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
    values (${newId()}, ${merchantId}, ${actor.kind}, ${actor.id}, ${kind}, ${JSON.stringify(details)}::jsonb)`.execute(
    tx,
  );
}
