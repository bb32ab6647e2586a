-- First round trip of a post: locks what the transfers need, then reads which of them are already there.
-- Cents travel as text, because JSON numbers lose digits.
create or replace function ledger.lock_transfers(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], skips_busy boolean,
  out kinds json, out balances json, out existing json
) language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, array_fill(1::bigint, array[cardinality(homes)]));
begin
  select json_agg(json_build_object('account', k.account, 'side', k.side, 'mode', k.mode))
  into kinds
  from (select distinct l.account, l.side, l.mode from unnest(legs) l) k;

  select json_agg(json_build_object('homeId', b.home_id, 'account', b.account, 'cents', b.balance_cents::text))
  into balances
  from (
    select * from ledger.lock_strict_balances(in_cell, legs, skips_busy)
    union all
    select * from ledger.lock_checked_balances(in_cell, legs, skips_busy)
  ) b;

  select json_agg(json_build_object(
    'homeId', t.home_id, 'id', t.id, 'debit', t.debit, 'credit', t.credit, 'kind', t.kind,
    'amountCents', t.amount_cents::text,
    'debitBalanceAfterCents', t.debit_balance_after_cents::text,
    'creditBalanceAfterCents', t.credit_balance_after_cents::text
  ))
  into existing
  from unnest(homes, ids) as w (home_id, id)
  join ledger.transfers t on t.home_id = w.home_id and t.id = w.id
  where in_cell is null or t.cell = in_cell;
end $$;

-- On Citus a function of one cell runs on that cell's node. A common table expression that feeds an insert there is sent to all
-- other nodes, by new connections and with a place in the commit: a transfer then waits for nodes that it has nothing to
-- do with. So what the insert needs is computed before it, into arrays.
create or replace function ledger.apply_transfers(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_nestloop = off as $$
declare
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, amounts);
  instant timestamptz := public.clock_moment();
  debits_after bigint[];
  credits_after bigint[];
  posted bigint;
begin
  with changed as materialized (
    select * from ledger.change_balances(in_cell, legs)
  ), after as materialized (
    select l.position, l.account, c.balance_cents - coalesce(sum(l.change_cents) over later, 0) as balance_cents
    from unnest(legs) l
    join changed c on c.home_id = l.home_id and c.account = l.account
    where l.mode = 'strict'
    window later as (
      partition by l.home_id, l.account order by l.position rows between 1 following and unbounded following
    )
  )
  select array_agg(d.balance_cents order by t.position), array_agg(c.balance_cents order by t.position)
  into debits_after, credits_after
  from unnest(debits, credits) with ordinality as t (debit, credit, position)
  left join after d on d.position = t.position and d.account = t.debit
  left join after c on c.position = t.position and c.account = t.credit;

  with written as (
    insert into ledger.transfers (
      home_id, id, debit, credit, amount_cents, kind, reference,
      debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
    )
    select t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference,
      t.debit_after, t.credit_after, instant, t.position, coalesce(in_cell, public.cell_of(t.home_id))
    from unnest(homes, ids, debits, credits, amounts, kinds, refs, debits_after, credits_after) with ordinality
      as t (home_id, id, debit, credit, amount_cents, kind, reference, debit_after, credit_after, position)
    order by t.home_id, t.id
    on conflict do nothing
    returning 1
  )
  -- Not GET DIAGNOSTICS: on Citus that counts what was selected, conflicts too.
  select count(*) into posted from written;
  -- One of these ids was posted after our first round trip; run again, the caller will find it there.
  if posted <> cardinality(homes) then
    raise exception 'a transfer of this batch was posted meanwhile' using errcode = 'serialization_failure';
  end if;

  insert into ledger.lazy_deltas (account, bucket, home_id, change_cents, cell)
  select c.account, case when c.is_checked then 0 else public.cell_of(c.homes[1]) end, c.homes[1], c.change_cents,
    coalesce(in_cell, public.cell_of(c.homes[1]))
  from (
    select l.account, l.is_checked, sum(l.change_cents)::bigint as change_cents, array_agg(l.home_id) as homes
    from unnest(legs) l where l.mode = 'lazy'
    group by l.account, l.is_checked
    having sum(l.change_cents) <> 0 and not (l.is_checked and bool_or(l.change_cents < 0))
  ) c;
end $$;
