import { email as emailSchema } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { parseSearch } from './parse-search.ts';

/** Records that match a search term. The caller then searches the transactions of these records. */
export type Targets = {
  voucherIds: string[];
  userIds: string[];
  merchantIds: string[];
  transactionIds: string[];
  /**
   * Ids of the records that the term matches as a whole: by receipt, phone number, email address, code or reference.
   */
  namedIds: ReadonlySet<string>;
};
type Kind = 'voucher' | 'user' | 'merchant' | 'transaction';
type Found = { kind: Kind; id: string; isNamed: boolean };

const MOST_TARGETS = 1_000;
/** Most people or vouchers with one name. Reading more rows takes longer than a page may take. */
const MOST_OF_A_NAME = 200;
/** Fewest letters of a name to search for. Shorter parts occur in nearly every name. */
const SHORTEST_NAME = 3;
/** Tables whose rows have their own time-ordered id. */
const BY_REFERENCE = ['redemptions', 'claims', 'refunds', 'settlements'];

/**
 * Looks up a term that a caller read out on the phone, with an index for each meaning: a receipt, phone number, email
 * address, name, reference, the end of a code, or the beginning of an id. The transactions of the found targets are
 * read afterwards. A replacement voucher also matches the voucher that it replaced, which has the payment.
 */
export async function findTargets(db: Db, typed: string): Promise<Targets> {
  const { rows } = await searchTargets(typed).execute(db);
  const idsOf = (kind: Kind) => [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.id))];
  return {
    voucherIds: idsOf('voucher'),
    userIds: idsOf('user'),
    merchantIds: idsOf('merchant'),
    transactionIds: idsOf('transaction'),
    namedIds: new Set(rows.filter((row) => row.isNamed).map((row) => row.id)),
  };
}

/** Builds the SQL statement of `findTargets`, whose query plan a test checks. */
export function searchTargets(typed: string): RawBuilder<Found> {
  const parts = lookUpsFor(typed).map(
    ({ kind, ids, isNamed, most = MOST_TARGETS }) => sql`(
      select ${kind}::text as kind, id, ${isNamed}::boolean as is_named from (${ids}) as one (id)
      where id is not null limit ${most}
    )`,
  );
  return sql`
    with recursive found (kind, id, is_named) as (${sql.join(parts, sql` union `)}),
    line (id) as (
      select id from found where kind = 'voucher'
      union
      select v.replaces_id from vouchers v join line on v.id = line.id where v.replaces_id is not null
    )
    select kind, id, is_named as "isNamed" from found
    union all
    select 'voucher', id, false from line`;
}

type LookUp = { kind: Kind; ids: RawBuilder<unknown>; isNamed: boolean; most?: number };

function lookUpsFor(typed: string): LookUp[] {
  const { msisdn, codeLastFour, ids: range, idTail } = parseSearch(typed);
  const text = typed.trim();
  const address = emailSchema.safeParse(text);
  return [
    ...byName(text),
    ...byReference(text),
    ...byMerchantsReference(text.toLowerCase()),
    ...byPayOutNumber(msisdn ?? text.toUpperCase()),
    ...(msisdn === null ? [] : byNumber(msisdn)),
    ...(address.success ? byAddress(address.data) : []),
    ...(range === null ? [] : byId(range)),
    ...(idTail === null ? [] : byIdTail(idTail)),
    ...(codeLastFour === null
      ? []
      : [meant('voucher', sql`select id from vouchers where code_last_four = ${codeLastFour}`)]),
  ];
}

function byName(text: string): LookUp[] {
  const code = sql`select id from merchants where merchant_code = ${text.toUpperCase()}`;
  if (text.length < SHORTEST_NAME) return [named('merchant', code)];
  return [
    ofName('user', sql`select id from users where ${isNamed(sql`first_name || ' ' || last_name`, text)}`),
    ofName('voucher', sql`select id from vouchers where ${isNamed(sql`recipient_name`, text)}`),
    ofName('merchant', sql`select id from merchants where ${isNamed(sql`business_name`, text)}`),
    named('merchant', code),
  ];
}

/**
 * Matches a receipt, bill reference or other unique name. It belongs to a payment, to the M-PESA order of the payment,
 * or to the voucher that was paid.
 */
function byReference(text: string): LookUp[] {
  const word = text.toUpperCase();
  const found = sql`unique_names where (kind in ('receipt', 'bill_reference') and key = ${word})
    or (kind = 'checkout_request' and key = ${text})`;
  return [
    meant('voucher', vouchersAt(sql`select home_id from ${found}`)),
    named('transaction', sql`select target_id from ${found}`),
    named('transaction', sql`select owner_id from orders where id in (select target_id from ${found})`),
    named(
      'transaction',
      sql`select a.settlement_id from settlement_attempts a where a.id in (select target_id from ${found})`,
    ),
    named('transaction', sql`select id from settlements where batch_id = ${word}`),
    named('transaction', sql`select id from settlements where upper(reference) = ${word}`),
    meant('voucher', sql`select id from vouchers where mpesa_receipt = ${word}`),
    named(
      'transaction',
      sql`select purchase_id from vouchers where mpesa_receipt = ${word} and purchase_id is not null`,
    ),
  ];
}

/** Builds the query for the vouchers of homes: a home is a voucher, or a purchase of several. */
function vouchersAt(homes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${homes} union all select voucher_id from purchase_gifts where home_id in (${homes})`;
}

/** Matches the reference that a merchant gave to a redemption or to its own voucher. */
function byMerchantsReference(reference: string): LookUp[] {
  return [
    named(
      'transaction',
      sql`select id from redemptions where reference is not null and lower(reference) = ${reference}`,
    ),
    named(
      'voucher',
      sql`select id from vouchers where issuer_reference is not null and lower(issuer_reference) = ${reference}`,
    ),
  ];
}

/** Matches the destination of a settlement: a phone, till, pay bill or bank account. */
function byPayOutNumber(number: string): LookUp[] {
  return [
    meant(
      'transaction',
      sql`select id from settlements
        where coalesce(channel ->> 'msisdn', channel ->> 'tillNumber', channel ->> 'payBillNumber') = ${number}`,
    ),
    meant(
      'transaction',
      sql`select id from settlements where upper(channel ->> 'accountNumber') = ${number}`,
    ),
  ];
}

function byNumber(msisdn: string): LookUp[] {
  return [
    named('user', sql`select id from users where phone_msisdn = ${msisdn}`),
    meant('voucher', sql`select id from vouchers where recipient_msisdn = ${msisdn}`),
    meant('voucher', vouchersAt(sql`select home_id from purchases where payer_msisdn = ${msisdn}`)),
    meant(
      'voucher',
      vouchersAt(sql`select home_id from orders where party = ${msisdn} and kind = 'purchase'`),
    ),
    meant('transaction', sql`select id from withdrawals where msisdn = ${msisdn}`),
  ];
}

function byAddress(email: string): LookUp[] {
  return [
    named('user', sql`select id from users where email = ${email}`),
    meant('voucher', sql`select id from vouchers where recipient_email = ${email}`),
    named('merchant', sql`select id from merchants where contact_email = ${email}`),
  ];
}

function byId({ first, last }: { first: string; last: string }): LookUp[] {
  const within = sql`between ${first}::uuid and ${last}::uuid`;
  const purchases = sql`unique_names where kind = 'purchase' and key between ${first} and ${last}`;
  return [
    named('user', sql`select id from users where id ${within}`),
    named('voucher', sql`select id from vouchers where id ${within}`),
    meant('voucher', vouchersAt(sql`select home_id from ${purchases}`)),
    named('transaction', sql`select target_id from ${purchases}`),
    ...['withdrawals', ...BY_REFERENCE].map((table) =>
      named('transaction', sql`select id from ${sql.table(table)} where id ${within}`),
    ),
    ...(first === last ? giftsTo(first) : []),
  ];
}

/** Matches gifts addressed to a user who has not claimed them. */
function giftsTo(userId: string): LookUp[] {
  const recipient = sql`(select email, phone_msisdn from users where id = ${userId}) as recipient`;
  return [
    meant('voucher', sql`select v.id from vouchers v join ${recipient} on v.recipient_msisdn = phone_msisdn`),
    meant('voucher', sql`select v.id from vouchers v join ${recipient} on v.recipient_email = email`),
  ];
}

function byIdTail(tail: string): LookUp[] {
  const ofTail = sql`right(id::text, 12) = ${tail}`;
  return [
    named('voucher', sql`select id from vouchers where ${ofTail}`),
    ...BY_REFERENCE.map((table) =>
      named('transaction', sql`select id from ${sql.table(table)} where ${ofTail}`),
    ),
  ];
}

function meant(kind: Kind, ids: RawBuilder<unknown>): LookUp {
  return { kind, ids, isNamed: false };
}

function ofName(kind: Kind, ids: RawBuilder<unknown>): LookUp {
  return { ...meant(kind, ids), most: MOST_OF_A_NAME };
}

function named(kind: Kind, ids: RawBuilder<unknown>): LookUp {
  return { kind, ids, isNamed: true };
}
