import type { Client } from 'pg';

type Size = { rows: number; shopIds: readonly string[] };

/**
 * Writes some years of business as rows, without the ledger, to measure reads only. The first shop has six of ten
 * redemptions.
 * @param size.rows number of gifts, redemptions, audit entries and M-PESA statement lines; users and withdrawals are
 * fewer
 */
export async function fillLists(
  owner: Client,
  { rows, shopIds }: Size,
  say: (line: string) => void,
): Promise<void> {
  await run(owner, STATEMENTS, { rows, shopIds }, say);
  await owner.query(`update audit_head set seq = (select max(seq) from audit_log)`);
}

/**
 * Writes some years of vouchers, each redeemed once, with ledger rows, idempotency keys and names.
 * @param size as in `fillLists`
 */
export async function fillHistory(owner: Client, size: Size, say: (line: string) => void): Promise<void> {
  const { moments, gifts, redemptions } = STATEMENTS;
  await run(owner, { moments, gifts, redemptions, ...HISTORY }, size, say);
}

async function run(
  owner: Client,
  statements: Record<string, string>,
  { rows, shopIds }: Size,
  say: (line: string) => void,
): Promise<void> {
  await withoutIndexes(owner, say, async () => {
    for (const [what, statement] of Object.entries(statements)) {
      const startedAt = performance.now();
      const parameters = [rows, shopIds].slice(0, statement.includes('$2') ? 2 : 1);
      const { rowCount } = await owner.query(statement, parameters);
      say(`${(rowCount ?? 0).toLocaleString('en-KE')} ${what} in ${secondsSince(startedAt)} s`);
    }
  });
  say('Vacuuming, as autovacuum would after a while …');
  await owner.query('vacuum analyze');
}

/**
 * Drops all non-unique indexes, writes, and recreates the indexes. This takes a fraction of the time of writes with
 * indexes.
 */
async function withoutIndexes(
  owner: Client,
  say: (line: string) => void,
  write: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and not i.indisunique`,
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await write();
  const startedAt = performance.now();
  await owner.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query('reset maintenance_work_mem');
  say(`${indexes.length} indexes in ${secondsSince(startedAt)} s`);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0);
}

/**
 * Writes the daily totals that the ledger would have, because `fillLists` writes no ledger rows. The totals of
 * redemptions exist already.
 */
export async function fillSumsOfDays(owner: Client, rows: number): Promise<void> {
  const ofDay = Math.max(1, Math.floor(rows / DAYS));
  await owner.query(
    `insert into daily_totals (day, kind, debit, credit, transfers, amount_cents)
     select d.day::date, k.kind, k.debit, k.credit, $1::int, k.cents::bigint * $1::int
     from generate_series((now() - make_interval(days => $2::int))::date, now()::date - 1, interval '1 day') as d (day),
       (values ('purchase', 'mpesa:collection', 'voucher', 100000),
         ('deposit_fee', 'mpesa:collection', 'revenue:deposit-fee', 5000), ('redemption', 'voucher', 'merchant', 50000),
         ('claim', 'voucher', 'wallet', 25000), ('withdrawal', 'wallet', 'mpesa:payout', 20000),
         ('withdrawal_fee', 'wallet', 'revenue:withdrawal-fee', 500)) as k (kind, debit, credit, cents)`,
    [ofDay, DAYS],
  );
  await owner.query(
    `insert into daily_sales (day, merchant_id, redemptions, amount_cents)
     select day, merchant_id, sum(redemptions - reversals), sum(redeemed_cents - reversed_cents)
     from redemption_totals group by 1, 2`,
  );
}

const DAYS = 730;
const FIRST_NAMES = `(array['Amina','Brian','Grace','Hassan','Wanjiru','Otieno','Chebet','Kamau','Njeri','Kipchoge','Achieng','Mutua','Fatuma','Juma','Wambui','Odhiambo','Mercy','Baraka','Nekesa','Simiyu'])`;
const LAST_NAMES = `(array['Wanjiku','Otieno','Kamau','Abdi','Mwangi','Odhiambo','Chebet','Njoroge','Barasa','Kiprono','Maina','Akinyi','Mutiso','Hussein','Wafula','Rotich','Nyambura','Ochieng','Karanja','Muthoni','Kibet','Omondi','Were'])`;
const nameOf = (n: string) => `${FIRST_NAMES}[1 + ${n} % 20] || ' ' || ${LAST_NAMES}[1 + ${n} / 20 % 23]`;
const phoneOf = (n: string) => `'2547' || lpad((${n})::text, 8, '0')`;
const RUN = `'01990000-0000-7000-8000-000000000000'::uuid`;
const SHOP = `($2::uuid[])[case when n % 10 < 6 then 1 else 1 + n % cardinality($2::uuid[]) end]`;
const CENTS = '100 * (1 + n % 3000)';
const RECEIPT = `'U' || lpad(upper(to_hex(n)), 9, '0')`;

// SQL for two years of rows, the last one a minute ago. As in production, ids are in the order of time.
const STATEMENTS = {
  moments: `
    create unlogged table bench_rows as
    select n, moment, uuidv7(moment - now()) as voucher_id, uuidv7(moment - now()) as purchase_id,
      uuidv7(moment - now() + interval '1 day') as redemption_id, 1 + n % greatest($1::int / 5, 1) as person
    from (
      select n, now() - interval '1 minute' - ($1::int - n) * (interval '${DAYS} days' / $1::int) as moment
      from generate_series(1, $1::int) n
    ) each`,
  people: `
    insert into users (id, first_name, last_name, email, phone_msisdn, phone_verified_at, signup_phone_msisdn,
      password_hash, created_at)
    select uuidv7(moment - now()), split_part(${nameOf('n')}, ' ', 1), split_part(${nameOf('n')}, ' ', 2),
      'person.' || n || '@example.test', ${phoneOf('n')}, moment, ${phoneOf('n')}, 'x', moment
    from bench_rows where n <= greatest($1::int / 5, 1)`,
  gifts: `
    insert into vouchers (id, face_cents, code_sealed, code_last_four, alias_sealed, claim_token_sealed, sender_name, recipient_name,
      recipient_msisdn, message, cloth, mpesa_receipt, expires_at, announced_at)
    select voucher_id, 100000, 'x', lpad(upper(to_hex(n % 65536)), 4, '0'), 'x', 'x', 'Sender', ${nameOf('n')},
      ${phoneOf('n / 3')}, '', 'plain', ${RECEIPT}, moment + interval '1 year', moment
    from bench_rows where n <= $1::int`,
  purchases: `
    insert into purchases (home_id, id, buyer_id, amount_cents, fee_cents, bill_reference, payer_msisdn, status,
      mpesa_receipt, pending_since, completed_at)
    select voucher_id, purchase_id, u.id, 105000, 5000, 'B' || lpad(upper(to_hex(n)), 9, '0'), ${phoneOf('person')},
      case when n > $1::int - 20 then 'PENDING' else 'COMPLETED' end,
      case when n <= $1::int - 20 then ${RECEIPT} end, moment, case when n <= $1::int - 20 then moment end
    from bench_rows join users u on u.phone_msisdn = ${phoneOf('person')}`,
  'gifts of purchases': `
    insert into purchase_gifts (home_id, position, voucher_id, amount_cents, fee_cents, recipient_name,
      recipient_msisdn, recipient_email, message, cloth)
    select voucher_id, 1, voucher_id, 105000, 5000, ${nameOf('n')}, ${phoneOf('n / 3')}, 'kip@example.test', '', 'plain'
    from bench_rows join users u on u.phone_msisdn = ${phoneOf('person')} where $1::int > 0`,
  'names of payments': `
    insert into unique_names (kind, key, home_id, target_id)
    select 'purchase', id::text, home_id, id from purchases where $1::int > 0
    union all select 'bill_reference', bill_reference, home_id, id from purchases
    union all select 'receipt', mpesa_receipt, home_id, id from purchases where mpesa_receipt is not null`,
  redemptions: `
    insert into redemptions (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name,
      redeemed_at, reversed_at, reversed_channel, place_id)
    select voucher_id, redemption_id, ${SHOP}, ${CENTS}, 0, 'api', ${nameOf('n')}, moment + interval '1 minute',
      case when n % 5000 = 0 then moment + interval '5 minutes' end, case when n % 5000 = 0 then 'api' end, ${SHOP}
    from bench_rows where n <= $1::int`,
  withdrawals: `
    insert into withdrawals (user_id, id, amount_cents, fee_cents, bill_reference, msisdn, recipient_name,
      recipient_email, status, transaction_code, registered_at, pending_since, completed_at, settled_at)
    select u.id, uuidv7(moment - now()), 50000, 1200, 'W' || lpad(upper(to_hex(n)), 9, '0'), ${phoneOf('person')},
      ${nameOf('n')}, '', 'COMPLETED', 'W' || lpad(upper(to_hex(n)), 9, '0'), moment, moment, moment, moment
    from bench_rows join users u on u.phone_msisdn = ${phoneOf('person')} where n % 10 = 0 and n <= $1::int`,
  batches: `
    insert into settlements (merchant_id, id, batch_id, amount_cents, fee_cents, transaction_count, cut_off_at, status,
      channel, method, shown_as, needs_approval, reference, created_at, completed_at)
    select ($2::uuid[])[1 + n / 20 % cardinality($2::uuid[])], uuidv7(moment - now()),
      'ST-' || to_char(moment, 'YYYYMMDD') || '-' || lpad(upper(to_hex(n / 20)), 5, '0'), 1000000, 10000, 20, moment,
      case when n > $1::int - 400 then 'PENDING' else 'COMPLETED' end,
      '{"kind": "till", "tillNumber": "123456"}', 'b2b', 'M-Pesa', n > $1::int - 400, null, moment,
      case when n <= $1::int - 400 then moment + interval '1 hour' end
    from bench_rows where n % 20 = 0`,
  'audit entries': `
    insert into audit_log (seq, at, actor_id, actor_name, address, request_id, action, subject_kind, subject_id,
      reason, before, after, previous_hash, hash)
    select (select coalesce(max(seq), 0) from audit_log) + n, moment, actors[1 + n % 40], ${nameOf('n % 40')}, '10.0.0.1', 'request-' || n,
      (array['voucher.resent','payment.queried','user.unlocked','voucher.voided','settlement.approved',
        'merchant.updated'])[1 + n % 6],
      (array['voucher','purchase','user','voucher','settlement','merchant'])[1 + n % 6],
      case when n % 6 = 5 then ($2::uuid[])[1 + n % cardinality($2::uuid[])] else voucher_id end::text,
      'Asked on the phone, ticket ' || n, '{}', '{"amount": 100}', sha256('x'), sha256(n::text::bytea)
    from bench_rows, (select array_agg(voucher_id) as actors from bench_rows where n <= 40) people
    where n <= $1::int`,
  runs: `
    insert into reconciliation_runs (id, account, source, file_name, from_at, to_at, made_by, lines, repeated_lines,
      uncompleted_lines, paid_in_cents, withdrawn_cents)
    select ${RUN}, 'collection', 'pull', '', now() - interval '2 years', now(), id, $1::int, 0, 0, 0, 0
    from administrators limit 1`,
  'lines of statements': `
    insert into reconciliation_items (id, run_id, account, kind, state, receipt, at, details, account_number,
      theirs_cents, ours_cents, closed_as, closed_at)
    select purchase_id, ${RUN}, 'collection', 'payment',
      case when n % 1000 = 0 then 'amount_differs' else 'matched' end, ${RECEIPT}, moment, 'Pay Bill', 'B' || n, 100,
      case when n % 1000 = 0 then 50 else 100 end, case when n % 2000 = 0 then 'found' end,
      case when n % 2000 = 0 then moment end
    from bench_rows where n <= $1::int`,
} as const;

/** SQL for rows that `fillHistory` adds to gifts and redemptions. */
const HISTORY = {
  transfers: `
    insert into ledger.transfers (home_id, id, debit, credit, amount_cents, kind, debit_balance_after_cents, posted_at,
      position)
    select voucher_id, redemption_id, 'voucher:' || voucher_id, 'merchant:' || ${SHOP}, ${CENTS}, 'redemption', 0,
      moment + interval '1 minute', 1
    from bench_rows where n <= $1::int`,
  balances: `
    insert into ledger.strict_balances (home_id, account, balance_cents)
    select voucher_id, 'voucher:' || voucher_id, 0 from bench_rows where n <= $1::int`,
  'answers by key': `
    insert into idempotency_keys (home_id, caller_id, scope, fingerprint, status, answer)
    select voucher_id, ${SHOP}, sha256(uuid_send(redemption_id)), sha256(uuid_send(voucher_id)), 200,
      '{"redemptionId":"' || redemption_id || '","amount":1,"balance":0}'
    from bench_rows where n <= $1::int`,
  codes: `
    insert into unique_names (kind, key, home_id, target_id)
    select 'voucher_code', encode(sha256(uuid_send(voucher_id)), 'base64'), voucher_id, voucher_id
    from bench_rows where n <= $1::int`,
} as const;
