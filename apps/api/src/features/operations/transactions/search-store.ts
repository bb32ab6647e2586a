import { email as emailSchema } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { parseSearch } from '../../merchants/merchant-reports/index.ts';

/** Whose transactions a search term means. */
export type Targets = {
  voucherIds: string[];
  userIds: string[];
  merchantIds: string[];
  transactionIds: string[];
};
type Kind = 'voucher' | 'user' | 'merchant' | 'transaction';

const MOST_TARGETS = 1_000;
/** Shorter parts of a name are in nearly every name. */
const SHORTEST_NAME = 3;

/**
 * Looks up what a caller read out on the phone, by an index each: a receipt, number, address, name, reference, the end
 * of a code, or the beginning of an id. What they are the transactions of is looked up afterwards. A voucher that replaced
 * another one means that one as well: it has the payment.
 */
export async function findTargets(db: Db, typed: string): Promise<Targets> {
  const targets: Targets = { voucherIds: [], userIds: [], merchantIds: [], transactionIds: [] };
  const { rows } = await targetsMeantBy(typed).execute(db);
  for (const { kind, id } of rows) targets[`${kind}Ids`].push(id);
  return targets;
}

/** The statement of `findTargets`, whose plan a test looks at. */
export function targetsMeantBy(typed: string): RawBuilder<{ kind: Kind; id: string }> {
  const parts = lookUpsFor(typed).map(
    ({ kind, ids }) =>
      sql`(select ${kind}::text as kind, id from (${ids}) as one (id) limit ${MOST_TARGETS})`,
  );
  return sql`
    with recursive found (kind, id) as (${sql.join(parts, sql` union `)}),
    line (id) as (
      select id from found where kind = 'voucher'
      union
      select v.replaces_id from vouchers v join line on v.id = line.id where v.replaces_id is not null
    )
    select kind, id from found where kind <> 'voucher'
    union all
    select 'voucher', id from line`;
}

type LookUp = { kind: Kind; ids: RawBuilder<unknown> };

function lookUpsFor(typed: string): LookUp[] {
  const { namePattern, msisdn, codeLastFour, voucherIds: range } = parseSearch(typed);
  const text = typed.trim();
  const address = emailSchema.safeParse(text);
  return [
    ...byName(text, namePattern),
    ...byReference(text.toUpperCase()),
    ...(msisdn === null ? [] : byNumber(msisdn)),
    ...(address.success ? byAddress(address.data) : []),
    ...(range === null ? [] : byId(range)),
    ...(codeLastFour === null
      ? []
      : [of('voucher', sql`select id from vouchers where code_last_four = ${codeLastFour}`)]),
  ];
}

function byName(text: string, pattern: string): LookUp[] {
  if (text.length < SHORTEST_NAME) return [];
  return [
    of('user', sql`select id from users where lower(first_name || ' ' || last_name) like ${pattern}`),
    of('voucher', sql`select id from vouchers where lower(recipient_name) like ${pattern}`),
    of('merchant', sql`select id from merchants where lower(business_name) like ${pattern}`),
    of('merchant', sql`select id from merchants where merchant_code = ${text.toUpperCase()}`),
  ];
}

function byReference(word: string): LookUp[] {
  const found = sql`unique_names where kind in ('receipt', 'bill_reference') and key = ${word}`;
  return [
    of('voucher', sql`select home_id from ${found}`),
    of('transaction', sql`select target_id from ${found}`),
    of(
      'transaction',
      sql`select a.settlement_id from settlement_attempts a where a.id in (select target_id from ${found})`,
    ),
    of('transaction', sql`select id from settlements where batch_id = ${word}`),
    of('voucher', sql`select id from vouchers where mpesa_receipt = ${word}`),
  ];
}

function byNumber(msisdn: string): LookUp[] {
  return [
    of('user', sql`select id from users where phone_msisdn = ${msisdn}`),
    of('voucher', sql`select id from vouchers where recipient_msisdn = ${msisdn}`),
    of('voucher', sql`select home_id from purchases where payer_msisdn = ${msisdn}`),
    of('voucher', sql`select home_id from provider_orders where party = ${msisdn} and kind = 'purchase'`),
    of('transaction', sql`select id from withdrawals where msisdn = ${msisdn}`),
  ];
}

function byAddress(email: string): LookUp[] {
  return [
    of('user', sql`select id from users where email = ${email}`),
    of('voucher', sql`select id from vouchers where recipient_email = ${email}`),
    of('merchant', sql`select id from merchants where contact_email = ${email}`),
  ];
}

function byId({ first, last }: { first: string; last: string }): LookUp[] {
  const within = sql`between ${first}::uuid and ${last}::uuid`;
  return [
    of('user', sql`select id from users where id ${within}`),
    of('voucher', sql`select id from vouchers where id ${within}`),
    of(
      'voucher',
      sql`select home_id from unique_names where kind = 'purchase' and key between ${first} and ${last}`,
    ),
    ...['withdrawals', 'redemptions', 'claims', 'settlements', 'refunds'].map((table) =>
      of('transaction', sql`select id from ${sql.table(table)} where id ${within}`),
    ),
  ];
}

function of(kind: Kind, ids: RawBuilder<unknown>): LookUp {
  return { kind, ids };
}
