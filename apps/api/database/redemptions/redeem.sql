-- Locks the balances of the requested vouchers, and the redemptions of shops with own limits. Then reads for each request
-- the voucher, the sum of its holds, the shop's limits and the earlier answer to its idempotency key. A request names a voucher by the hashes of its code or by an id. An id counts
-- only at the merchant that issued the voucher or has redeemed from it. code_keys has the hash under the first key of
-- the key ring. other_keys has the hashes under the older keys: others_each of them for each request.
--
-- Waits up to longest_wait_ms for a voucher that another transaction has locked. Without longest_wait_ms it does not
-- wait and returns that voucher without a balance. Called by features/money/redemptions, which decides in TypeScript
-- and writes by record_redemptions.
create or replace function lock_vouchers_to_redeem(
  merchants uuid[], code_keys text[], other_keys text[], others_each integer, ids uuid[], scopes bytea[],
  longest_wait_ms integer
) returns table (
  "position" integer, voucher_id uuid, face_cents bigint, balance_cents bigint, expires_at timestamptz,
  closed_as text, recipient_name text, is_delivered boolean, is_for_here boolean, is_past_last_day boolean,
  is_frozen boolean, held_cents bigint, fingerprint bytea, answer text, largest_cents bigint, left_cents bigint
) language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  wanted uuid[];
  held uuid[];
  cents bigint[];
  limited uuid[];
  largest bigint[];
  room bigint[];
begin
  wanted := array(
    select coalesce((
      select l.target_id from unique_names l where l.kind = 'voucher_code' and l.key = a.code_key
    ), (
      select l.target_id from unique_names l
      where others_each > 0 and l.kind = 'voucher_code'
        and l.key = any (other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int])
    ), (
      select l.target_id from unique_names l
      where l.kind = 'former_voucher_code' and l.key = any (
        a.code_key || other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int]
      ) limit 1
    ))
    from unnest(code_keys) with ordinality as a (code_key, n)
    order by a.n
  );
  if cardinality(array_remove(ids, null)) > 0 then
    wanted := array(
      select case when a.id is null then a.named_id else (
        select v.id from vouchers v
        where v.id = a.id and (
          v.issuer_merchant_id = a.merchant_id
          or exists (select from redemptions r where r.voucher_id = a.id and r.merchant_id = a.merchant_id)
        )
      ) end
      from unnest(merchants, ids, wanted) with ordinality as a (merchant_id, id, named_id, n)
      order by a.n
    );
  end if;

  if longest_wait_ms is not null then
    perform set_config('lock_timeout', longest_wait_ms || 'ms', true);
  end if;
  select array_agg(b.home_id), array_agg(b.balance_cents) into held, cents
  from ledger.lock_strict(
    wanted, array(select 'voucher:' || w from unnest(wanted) as w), longest_wait_ms is null
  ) b;

  select array_agg(r.merchant_id), array_agg(r.largest_cents), array_agg(r.left_cents) into limited, largest, room
  from lock_redemption_room(merchants) r;

  -- A separate SQL statement reads vouchers and names, because its snapshot has to begin after the locks are held.
  return query
    select a.n::integer, v.id, v.face_cents, cents[array_position(held, v.id)], v.expires_at, v.closed_as,
      v.recipient_name, v.deliver_at <= moment(), v.issuer_merchant_id is null or v.issuer_merchant_id = a.merchant_id,
      v.expires_at < coalesce(v.frozen_at, moment()), v.frozen_at is not null,
      (
        select coalesce(sum(h.amount_cents), 0)::bigint from holds h
        where h.voucher_id = a.voucher_id and h.status = 'OPEN'
      ),
      k.fingerprint, k.answer,
      largest[array_position(limited, a.merchant_id)], room[array_position(limited, a.merchant_id)]
    from unnest(merchants, code_keys, wanted, scopes) with ordinality as a (merchant_id, code_key, voucher_id, scope, n)
    join vouchers v on v.id = a.voucher_id
    left join idempotency_keys k on k.home_id = a.voucher_id and k.caller_id = a.merchant_id and k.scope = a.scope
    -- For a code that was replaced, because the buyer corrected the recipient: the earlier answer, or no row.
    where a.code_key is null or k.answer is not null or exists (
      select from unique_names l
      where l.kind = 'voucher_code' and l.target_id = a.voucher_id and l.key = any (
        a.code_key || other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int]
      )
    );
end $$;

-- Posts and writes redemptions that were decided under the locks of lock_vouchers_to_redeem. Stores the answer to the
-- idempotency key of each request, including refusals. Raises an error if the ledger refuses a transfer or arrives at
-- another balance, or if a key already has an answer. Called by features/money/redemptions.
create or replace function record_redemptions(
  homes uuid[], callers uuid[], scopes bytea[], fingerprints bytea[], statuses smallint[],
  answers text[], vouchers uuid[], ids uuid[], merchants uuid[], amounts bigint[], balances bigint[], names text[],
  channels text[], members uuid[], "references" text[], metadata text[], keys uuid[],
  places uuid[], tills text[], transfer_ids uuid[], debits text[],
  credits text[], transfer_kinds text[]
) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  size constant integer := cardinality(ids);
  taken bigint;
begin
  if size > 0 then
    select count(*) into taken
    from ledger.post(
      array(select generate_series(1, size)), vouchers, transfer_ids, debits, credits, amounts, transfer_kinds,
      array_fill(null::text, array[size])
    ) as p
    where p.outcome = 'posted' and p.debit_after_cents = balances[p.transfer];
    if taken <> size then
      raise exception 'the ledger arrived at other balances than decided' using errcode = 'serialization_failure';
    end if;
    insert into redemptions (
      voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
      metadata, key_id, place_id, till
    )
    select t.voucher_id, t.id, t.merchant_id, t.amount_cents, t.balance_cents, t.name, t.channel, t.staff_id,
      t.reference, t.metadata::jsonb, t.key_id, t.place_id, t.till
    from unnest(
      vouchers, ids, merchants, amounts, balances, names, channels, members, "references", record_redemptions.metadata, keys,
      places, tills
    ) as t (
      voucher_id, id, merchant_id, amount_cents, balance_cents, name, channel, staff_id, reference, metadata, key_id,
      place_id, till
    );
  end if;

  -- Every transaction that answers a key holds the lock of its voucher, so an existing answer is a bug.
  insert into idempotency_keys (home_id, caller_id, scope, fingerprint, status, answer)
  select t.home_id, t.caller_id, t.scope, t.fingerprint, t.status, t.answer
  from unnest(homes, callers, scopes, fingerprints, statuses, answers)
    as t (home_id, caller_id, scope, fingerprint, status, answer);
end $$;
