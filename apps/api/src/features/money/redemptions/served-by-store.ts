import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type Found = { staffIds: string[]; keyIds: string[] };

/**
 * Makes the SQL condition of redemptions that a person or an API key took. It uses the columns of the table redemptions.
 * @param wanted.takenBy the name as `servedBy` shows it, in any case
 * @param wanted.staff sign-in name of a staff member, or `owner`
 */
export async function takenByCondition(
  db: Db,
  merchantId: string,
  wanted: { takenBy?: string | undefined; staff?: string | undefined },
): Promise<RawBuilder<unknown>> {
  const takenBy = wanted.takenBy?.toLowerCase() ?? null;
  const staff = wanted.staff?.toLowerCase() ?? null;
  const { rows } = await sql<Found>`
    with members as (
      select s.id from merchant_staff s join merchants m on m.id = s.merchant_id
      where s.merchant_id = ${merchantId}
        and (${takenBy}::text is null or lower(coalesce(s.name, m.contact_name)) = ${takenBy})
        and (${staff}::text is null or lower(coalesce(s.handle, s.role)) = ${staff})
    )
    select array(select id from members) as "staffIds",
      array(
        select id from merchant_api_keys
        where merchant_id = ${merchantId} and lower(name) = ${takenBy} and ${staff}::text is null
      ) as "keyIds"`.execute(db);
  const { staffIds, keyIds } = rows[0] ?? { staffIds: [], keyIds: [] };
  // The main key has no row of its own: its id is the merchant's.
  const isMainKey = takenBy === 'api' && staff === null;
  const parts = [
    // One index serves each part. Staff take redemptions only in the portal, keys only through the API.
    ...(staffIds.length > 0 ? [sql`staff_id = any(${staffIds}::uuid[])`] : []),
    ...(keyIds.length > 0 ? [sql`key_id = any(${keyIds}::uuid[])`] : []),
    ...(isMainKey ? [sql`channel = 'api' and coalesce(key_id, ${merchantId}) = ${merchantId}`] : []),
  ];
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}
