-- As redeem_vouchers, for one voucher, of which the caller has found the cell and reads behind this call whether its code still
-- leads there; a voucher meant by its id counts where it was issued or redeemed before. Without an outbox row, which is written
-- elsewhere. Tells the answer, as it is stored with the key; null where another transaction holds the voucher, or something
-- may stand against it, and nothing is done.
create or replace function redeem_voucher(
  in_cell smallint, voucher uuid, is_by_id boolean, merchant uuid, before_place text, after_place text, fingerprint bytea,
  id uuid, transfer_id uuid, amount bigint, channel text, staff_id uuid, key_id uuid, "reference" text, metadata text,
  kept text, out is_busy boolean, out answer text
) language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  instant timestamptz := moment();
  balance bigint := ledger.lock_one(in_cell, voucher, 'voucher:' || voucher);
  taken bigint := coalesce(amount, balance);
  remaining bigint := balance - taken;
  its record;
  scope_of_key bytea := sha256(convert_to(before_place || voucher || after_place, 'UTF8'));
begin
  is_busy := balance is null;
  if is_busy or taken not between 1 and balance or remaining % 100 <> 0 then return; end if;
  -- Its snapshot begins after the lock is held. Those with a code's place may have answers stored under it.
  select v.face_cents, v.expires_at, v.recipient_name, v.issuer_merchant_id into its from vouchers v
  where v.cell = in_cell and v.id = voucher and v.face_cents % 100 = 0 and v.closed_as is null and v.frozen_at is null
    and v.deliver_at <= instant and v.expires_at >= instant and v.code_place is null
    and (v.issuer_merchant_id is null or v.issuer_merchant_id = merchant);
  if not found then return; end if;
  if is_by_id and its.issuer_merchant_id is null then
    perform from redemptions r where r.cell = in_cell and r.voucher_id = voucher and r.merchant_id = merchant limit 1;
    if not found then return; end if;
  end if;
  perform from holds h where h.cell = in_cell and h.voucher_id = voucher and h.status = 'OPEN';
  if found then return; end if;
  perform from idempotency_keys k
  where k.cell = in_cell and k.home_id = voucher and k.merchant_id = merchant and k.scope = scope_of_key;
  if found then return; end if;

  perform ledger.spend_one(in_cell, 'voucher', 'merchant', 'redemption', voucher, transfer_id, merchant, taken);
  insert into redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata, key_id, cell
  ) values (
    voucher, redeem_voucher.id, merchant, taken, remaining, its.recipient_name, redeem_voucher.channel,
    redeem_voucher.staff_id, redeem_voucher."reference", redeem_voucher.metadata::jsonb, redeem_voucher.key_id, in_cell
  );
  answer := '{"answer":{"id":"' || voucher || '","object":"voucher","status":"'
    || case remaining when 0 then 'REDEEMED' else 'PARTIALLY_REDEEMED' end
    || '","amount":' || its.face_cents / 100 || ',"balance":' || remaining / 100 || ',"currency":"KES","expires_at":"'
    || to_char(its.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","redemption":{"id":"' || redeem_voucher.id || '","amount":' || taken / 100 || kept || '}}}';
  -- A key that is there all the same fails here, and with it the call.
  insert into idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer, cell)
  values (voucher, merchant, scope_of_key, redeem_voucher.fingerprint, 200, redeem_voucher.answer, in_cell);
end $$;

-- As it was; but whether a key is there is asked by itself for each redemption, so that its whole key is looked for in the index, however
-- large the table was taken for when the plan was made.
create or replace function redeem_vouchers(
  merchants uuid[], code_keys text[], before_place text[], after_place text[], fingerprints bytea[], ids uuid[],
  transfer_ids uuid[], amounts bigint[], channels text[], staff uuid[], keys uuid[], "references" text[], metadata text[],
  kept text[], outbox_id uuid, outbox_topic text, outbox_payload bytea
) returns table ("position" integer, answer text) language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  instant timestamptz := moment();
  wanted uuid[];
  held uuid[];
  held_cents bigint[];
  plain integer[];
  homes uuid[];
  scopes bytea[];
  taken bigint[];
  remaining bigint[];
  names text[];
  answers text[];
begin
  wanted := array(
    select (select l.target_id from unique_names l where l.kind = 'voucher_code' and l.key = a.code_key)
    from unnest(code_keys) with ordinality as a (code_key, n) order by a.n
  );
  select array_agg(b.home_id), array_agg(b.balance_cents) into held, held_cents
  from ledger.lock_strict(null::smallint, wanted, array(select 'voucher:' || w from unnest(wanted) as w), true) b;

  -- A statement of its own: its snapshot begins after the locks are held.
  select array_agg(p.n), array_agg(p.id), array_agg(p.scope), array_agg(p.amount_cents), array_agg(p.left_cents),
    array_agg(p.recipient_name),
    array_agg(
      '{"answer":{"id":"' || p.id || '","object":"voucher","status":"'
      || case p.left_cents when 0 then 'REDEEMED' else 'PARTIALLY_REDEEMED' end
      || '","amount":' || p.face_cents / 100 || ',"balance":' || p.left_cents / 100 || ',"currency":"KES","expires_at":"'
      || to_char(p.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","redemption":{"id":"' || ids[p.n] || '","amount":' || p.amount_cents / 100 || kept[p.n] || '}}}'
    )
  into plain, homes, scopes, taken, remaining, names, answers
  from (
    select a.n, v.id, s.scope, c.amount_cents, c.balance_cents - c.amount_cents as left_cents, v.recipient_name,
      v.face_cents, v.expires_at
    from unnest(wanted, merchants, code_keys, before_place, after_place, amounts)
      with ordinality as a (voucher_id, merchant_id, code_key, before_place, after_place, amount_cents, n)
    cross join lateral (
      select b.balance_cents, coalesce(a.amount_cents, b.balance_cents) as amount_cents
      from (select held_cents[array_position(held, a.voucher_id)] as balance_cents offset 0) b
    ) c
    join lateral (select * from vouchers where id = a.voucher_id limit 1) v on true
    cross join lateral (
      select sha256(convert_to(a.before_place || v.id || a.after_place, 'UTF8')) as scope offset 0
    ) s
    where c.amount_cents between 1 and c.balance_cents
      and cardinality(array_positions(wanted, a.voucher_id)) = 1
      and (c.balance_cents - c.amount_cents) % 100 = 0 and v.face_cents % 100 = 0
      and v.closed_as is null and v.frozen_at is null and v.deliver_at <= instant and v.expires_at >= instant
      and (v.issuer_merchant_id is null or v.issuer_merchant_id = a.merchant_id)
      and not exists (select from holds h where h.voucher_id = a.voucher_id and h.status = 'OPEN')
      and exists (
        select from unique_names l
        where l.kind = 'voucher_code' and l.key = a.code_key and l.target_id = a.voucher_id
      )
      -- Not an anti-join, of which the scope may be a filter behind all keys of the voucher, while the table is small or not analyzed.
      and (
        select true from idempotency_keys k
        where k.home_id = a.voucher_id and k.merchant_id = a.merchant_id and k.scope = s.scope
      ) is null
      and (v.code_place is null or not exists (
        select from idempotency_keys k
        where k.home_id = a.voucher_id and k.merchant_id = a.merchant_id and k.scope = any (array[
          -- As lock_vouchers_to_redeem has them: under which answers were stored before the voucher's id was.
          sha256(convert_to(a.before_place || v.code_place || a.after_place, 'UTF8')),
          sha256(convert_to(a.before_place || a.code_key || a.after_place, 'UTF8'))
        ])
      ))
  ) p;
  if plain is null then return; end if;

  perform ledger.spend(
    'voucher', 'merchant', 'redemption', homes, array(select transfer_ids[n] from unnest(plain) as n),
    array(select merchants[n] from unnest(plain) as n), taken
  );
  insert into redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata, key_id, cell
  )
  select t.voucher_id, ids[t.n], merchants[t.n], t.amount_cents, t.left_cents, t.name, channels[t.n], staff[t.n],
    "references"[t.n], redeem_vouchers.metadata[t.n]::jsonb, keys[t.n], cell_of(t.voucher_id)
  from unnest(plain, homes, taken, remaining, names) as t (n, voucher_id, amount_cents, left_cents, name);
  -- A key that is there all the same fails here, and with it the call.
  insert into idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer, cell)
  select t.home_id, merchants[t.n], t.scope, fingerprints[t.n], 200, t.answer, cell_of(t.home_id)
  from unnest(plain, homes, scopes, answers) as t (n, home_id, scope, answer);
  insert into outbox (id, topic, payload, is_urgent, available_at)
  values (outbox_id, outbox_topic, outbox_payload, true, instant);
  return query select * from unnest(plain, answers);
end $$;
