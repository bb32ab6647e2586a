import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { only } from './health-store.ts';

export type TopicSigns = { topic: string; waiting: number; oldestAt: Date | null; dead: number };

export async function readQueue(db: Db): Promise<TopicSigns[]> {
  const { rows } = await sql<TopicSigns>`
    select topic, sum(waiting)::int as waiting, min(oldest) as "oldestAt", sum(dead)::int as dead
    from (
      select topic, count(*) as waiting, min(available_at) as oldest, 0::bigint as dead
      from outbox where state = 'pending' and available_at <= moment() group by topic
      union all
      select topic, 0, null, count(*)
      from outbox where state in ('dead', 'unknown') and finished_at > moment() - interval '1 day' group by topic
    ) t group by topic order by topic`.execute(db);
  return rows;
}

export type WebhookSigns = {
  failing: number;
  switchedOff: number;
  waiting: number;
  /** Merchants with such an address, at most five; those that fail the longest come first. */
  merchants: { merchantCode: string; businessName: string }[];
};

export function readWebhooks(db: Db): Promise<WebhookSigns> {
  return only(
    sql<WebhookSigns>`
      select count(*) filter (where failing_since is not null and switched_off_at is null)::int as failing,
        count(*) filter (where switched_off_at is not null)::int as "switchedOff",
        (select count(*)::int from webhook_deliveries where state = 'pending') as waiting,
        coalesce((
          select json_agg(json_build_object('merchantCode', merchant_code, 'businessName', business_name) order by since)
          from (
            select m.merchant_code, m.business_name, min(coalesce(w.failing_since, w.switched_off_at)) as since
            from webhook_addresses w join merchants m on m.id = w.merchant_id
            where w.url is not null and (w.failing_since is not null or w.switched_off_at is not null)
            group by m.id order by since limit 5
          ) failing
        ), '[]') as merchants
      from webhook_addresses where url is not null`.execute(db),
  );
}
