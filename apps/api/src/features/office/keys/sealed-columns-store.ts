import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** A column with sealed values, and the primary key of its table. */
export type SealedColumn = {
  /** Name of the values for an operator, in the plural. */
  what: string;
  table: string;
  key: readonly (readonly [name: string, type: 'uuid' | 'text' | 'bytea'])[];
  column: string;
  /** True if the values are base64 text. The column then also has unsealed JSON answers, which contain no secret. */
  isText?: true;
};

const ID = [['id', 'uuid']] as const;
const NAME = [['name', 'text']] as const;

/** All sealed columns. If a column is missing here, its values are lost when their key is dropped. */
export const SEALED = {
  voucherCodes: { what: 'voucher codes', table: 'vouchers', key: ID, column: 'code_sealed' },
  voucherAliases: { what: 'aliases of vouchers', table: 'vouchers', key: ID, column: 'alias_sealed' },
  claimTokens: { what: 'links of gifts', table: 'vouchers', key: ID, column: 'claim_token_sealed' },
  secondFactors: {
    what: 'second factors',
    table: 'second_factors',
    key: [['subject_id', 'uuid']],
    column: 'secret_sealed',
  },
  pushSubscriptions: {
    what: 'push subscriptions',
    table: 'push_subscriptions',
    key: [['session_id', 'uuid']],
    column: 'subscription_sealed',
  },
  webhookSecrets: { what: 'webhook secrets', table: 'webhook_addresses', key: ID, column: 'secret' },
  oldWebhookSecrets: {
    what: 'former webhook secrets',
    table: 'webhook_addresses',
    key: ID,
    column: 'old_secret',
  },
  merchantAnswers: {
    what: 'answers of the merchant API',
    table: 'idempotency_keys',
    key: [
      ['home_id', 'uuid'],
      ['caller_id', 'uuid'],
      ['scope', 'bytea'],
    ],
    column: 'answer',
    isText: true,
  },
  messages: { what: 'messages that wait', table: 'outbox', key: ID, column: 'payload' },
  providerTokens: {
    what: 'access tokens of M-PESA',
    table: 'provider_tokens',
    key: NAME,
    column: 'sealed',
  },
  ussdAnswers: {
    what: 'answers of USSD sessions',
    table: 'ussd_sessions',
    key: ID,
    column: 'answer_sealed',
  },
  ussdDrafts: {
    what: 'purchases of USSD sessions',
    table: 'ussd_sessions',
    key: ID,
    column: 'draft_sealed',
  },
  appSecrets: { what: 'secrets of the application', table: 'app_secrets', key: NAME, column: 'sealed' },
  payBillConfirmations: {
    what: 'pay-bill addresses',
    table: 'pay_bill_addresses',
    key: ID,
    column: 'confirmation_sealed',
  },
  payBillValidations: {
    what: 'pay-bill validation addresses',
    table: 'pay_bill_addresses',
    key: ID,
    column: 'validation_sealed',
  },
} as const satisfies Record<string, SealedColumn>;

export const RECOVERY_CODES = 'people with recovery codes';

/** Number of values sealed with a key; `keyId` is null for values without a key id. */
export type KeyUse = { what: string; keyId: string | null; uses: number };

/** Counts sealed values by key. Reads the beginning of every sealed value, so it is slow with millions of values. */
export async function countUses(db: Db): Promise<KeyUse[]> {
  const counted = Object.values<SealedColumn>(SEALED).map((one) => {
    const sealed = sealedOf(one);
    return sql`
      select ${one.what}::text as what,
        case when get_byte(${sealed}, 0) = 2 then encode(substring(${sealed} from 2 for 4), 'hex') end as key_id,
        count(*)::int as uses
      from ${sql.table(one.table)} t where ${sealed} is not null group by 2`;
  });
  const { rows } = await sql<KeyUse>`
    select what, key_id as "keyId", uses from (
      ${sql.join(counted, sql` union all `)}
      union all
      select ${RECOVERY_CODES}::text,
        case when octet_length(code_hash) = 36 then encode(substring(code_hash from 1 for 4), 'hex') end,
        count(distinct subject_id)::int
      from recovery_codes group by 2
    ) u order by key_id nulls first, what`.execute(db);
  return rows;
}

/** Reads one value without a key id from each column that has such values. */
export async function readWithoutKeyId(db: Db): Promise<{ what: string; sealed: Buffer }[]> {
  const samples = Object.values<SealedColumn>(SEALED).map((one) => {
    const sealed = sealedOf(one);
    return sql`(
      select ${one.what}::text as what, ${sealed} as sealed from ${sql.table(one.table)} t
      where get_byte(${sealed}, 0) = 1 limit 1
    )`;
  });
  const { rows } = await sql<{
    what: string;
    sealed: Buffer;
  }>`${sql.join(samples, sql` union all `)}`.execute(db);
  return rows;
}

/** A sealed value; `place` is the primary key of its row as text. */
export type SealedValue = { place: string[]; sealed: Buffer };

/**
 * Reads the next values that are not sealed with a key, sorted by primary key. A sealed value begins with the mark of
 * its key.
 */
export async function readNextUnsealedByKey(
  db: Db,
  one: SealedColumn,
  page: { mark: Buffer; after: readonly string[] | undefined; limit: number },
): Promise<SealedValue[]> {
  const sealed = sealedOf(one);
  const key = sql.join(one.key.map(([name]) => sql.ref(`t.${name}`)));
  const after = page.after?.map((value, n) => castTo(sql`${value}`, one.key[n]?.[1]));
  const { rows } = await sql<SealedValue>`
    select ${placeOf(one)} as place, ${sealed} as sealed from ${sql.table(one.table)} t
    where substring(${sealed} from 1 for 5) <> ${page.mark}
      and ${after ? sql`(${key}) > (${sql.join(after)})` : sql`true`}
    order by ${key} limit ${page.limit}`.execute(db);
  return rows;
}

/**
 * Replaces values that have not changed since they were read.
 * @returns the places of the replaced values
 */
export async function replaceSealed(
  tx: Transaction,
  one: SealedColumn,
  changes: readonly (SealedValue & { next: Buffer })[],
): Promise<Set<string>> {
  const names = one.key.map((_, n) => sql.id(`k${n}`));
  const keys = one.key.map((_, n) => sql`${changes.map(({ place }) => place[n])}::text[]`);
  const next = one.isText ? sql`translate(encode(n.next, 'base64'), E'\n', '')` : sql`n.next`;
  const isSame = one.key.map(
    ([name, type], n) => sql`${sql.ref(`t.${name}`)} = ${castTo(sql.ref(`n.k${n}`), type)}`,
  );
  const { rows } = await sql<{ place: string[] }>`
    update ${sql.table(one.table)} t set ${sql.id(one.column)} = ${next}
    from unnest(
      ${sql.join(keys)}, ${changes.map(({ sealed }) => sealed)}::bytea[], ${changes.map((change) => change.next)}::bytea[]
    ) as n (${sql.join(names)}, sealed, next)
    where ${sql.join(isSame, sql` and `)} and ${sealedOf(one)} = n.sealed
    returning ${placeOf(one)} as place`.execute(tx);
  return new Set(rows.map(({ place }) => place.join()));
}

type Renamed = { place: readonly string[]; former: string; next: string };

/** Replaces the hashes by which codes and aliases of vouchers are looked up. */
export async function renameCodes(tx: Transaction, renamed: readonly Renamed[]): Promise<void> {
  await sql`
    update unique_names u set key = n.next
    from unnest(
      ${renamed.map(({ place }) => place[0])}::uuid[], ${renamed.map(({ former }) => former)}::text[],
      ${renamed.map(({ next }) => next)}::text[]) as n (id, former, next)
    where u.kind = 'voucher_code' and u.key = n.former and u.target_id = n.id`.execute(tx);
}

export async function renameEndpoints(tx: Transaction, renamed: readonly Renamed[]): Promise<void> {
  await sql`
    update push_subscriptions s set endpoint_hash = decode(n.next, 'hex')
    from unnest(
      ${renamed.map(({ place }) => place[0])}::uuid[], ${renamed.map(({ former }) => former)}::text[],
      ${renamed.map(({ next }) => next)}::text[]) as n (id, former, next)
    where s.session_id = n.id and s.endpoint_hash = decode(n.former, 'hex')`.execute(tx);
}

/** Records the key of these people's recovery codes if the codes have no key id yet. */
export async function markRecoveryCodes(
  tx: Transaction,
  keyId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`
    update recovery_codes set code_hash = decode(${keyId}, 'hex') || code_hash
    where subject_id = any(${subjectIds}::uuid[]) and octet_length(code_hash) = 32`.execute(tx);
}

function sealedOf({ column, isText }: SealedColumn): RawBuilder<unknown> {
  const value = sql.ref(`t.${column}`);
  return isText ? sql`case when ${value} not like '{%' then decode(${value}, 'base64') end` : value;
}

function placeOf({ key }: SealedColumn): RawBuilder<unknown> {
  return sql`array[${sql.join(key.map(([name]) => sql`${sql.ref(`t.${name}`)}::text`))}]`;
}

function castTo(value: RawBuilder<unknown>, type = 'text'): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(type)}`;
}
