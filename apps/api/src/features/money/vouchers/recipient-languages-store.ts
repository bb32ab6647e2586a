import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** A voucher, and the contacts that its messages go to. */
export type Addressed = {
  id: string;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
};

/**
 * Reads the language of the messages about vouchers to their recipients, in the order given: the language of the
 * account with the contact, else the one that the number chose by USSD, else the one that the buyer chose for this
 * gift, else the buyer's own. A replacement has the choice for the voucher that was paid for.
 */
export async function readRecipientLanguages(
  db: Db,
  vouchers: readonly Addressed[],
): Promise<(LanguageName | undefined)[]> {
  const { rows } = await sql<{ language: LanguageName | null }>`
    with recursive given as (
      select *
      from unnest(
        ${vouchers.map(({ id }) => id)}::uuid[], ${vouchers.map((one) => one.recipientMsisdn)}::text[],
        ${vouchers.map((one) => one.recipientEmail)}::text[]
      ) with ordinality as g (id, msisdn, email, place)
    ), line (place, paid_id) as (
      select place, id from given
      union all
      select line.place, v.replaces_id from line join vouchers v on v.id = line.paid_id
      where v.replaces_id is not null
    )
    select coalesce(
      (select u.language from users u where u.phone_msisdn = given.msisdn limit 1),
      (select u.language from users u where u.email = given.email and u.email_verified_at is not null limit 1),
      (select n.language from ussd_numbers n where n.msisdn = given.msisdn),
      (
        select g.language from line join purchase_gifts g on g.voucher_id = line.paid_id
        where line.place = given.place and g.language is not null
      ),
      (select b.language from vouchers v join users b on b.id = v.buyer_id where v.id = given.id)
    ) as language
    from given order by given.place`.execute(db);
  return rows.map(({ language }) => language ?? undefined);
}
