-- Posts transfers that each leave a strict account of a home, of which it has the lock, for a lazy account that grows by
-- them. Does what ledger.apply_transfers does, which takes any transfers, in three statements. Homes are of any cells, each once.
create or replace function ledger.spend(
  debit_kind text, credit_kind text, kind text, homes uuid[], ids uuid[], members uuid[], amounts bigint[]
) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  instant timestamptz := public.clock_moment();
  is_checked boolean;
  posted bigint;
begin
  select c.is_checked into is_checked from ledger.account_kinds d, ledger.account_kinds c
  where d.kind = debit_kind and d.mode = 'strict' and d.side = 'credit' and d.members = 'homes'
    and c.kind = credit_kind and c.mode = 'lazy' and c.side = 'credit' and c.members = 'many';
  if not found then
    raise exception 'no transfers from % to % by this call', debit_kind, credit_kind
      using errcode = 'invalid_parameter_value';
  end if;

  with changed as (
    update ledger.strict_balances b set balance_cents = b.balance_cents - t.amount_cents
    from unnest(homes, ids, members, amounts) with ordinality as t (home_id, id, member, amount_cents, position)
    where b.home_id = t.home_id and b.account = debit_kind || ':' || t.home_id
    returning t.home_id, t.id, t.member, t.amount_cents, t.position, b.account, b.balance_cents
  )
  insert into ledger.transfers (
    home_id, id, debit, credit, amount_cents, kind, debit_balance_after_cents, posted_at, position, cell
  )
  select c.home_id, c.id, c.account, credit_kind || ':' || c.member, c.amount_cents, spend.kind, c.balance_cents, instant,
    c.position, public.cell_of(c.home_id)
  from changed c order by c.home_id, c.id
  on conflict do nothing;
  get diagnostics posted = row_count;
  -- An account that is not open, a home given twice, or an id that was posted meanwhile.
  if posted <> cardinality(homes) then
    raise exception 'a transfer of this batch cannot be posted now' using errcode = 'serialization_failure';
  end if;

  -- Each has the id of one of its transfers: making one up takes as long as to write the row.
  insert into ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
  select credit_kind || ':' || s.member, case when is_checked then 0 else public.cell_of(s.home_id) end, s.home_id, s.id,
    s.change_cents, public.cell_of(s.home_id)
  from (
    select t.member, (array_agg(t.home_id))[1] as home_id, (array_agg(t.id))[1] as id,
      sum(t.amount_cents)::bigint as change_cents
    from unnest(homes, ids, members, amounts) as t (home_id, id, member, amount_cents) group by t.member
  ) s;
end $$;

-- As ledger.spend, for one transfer.
create or replace function ledger.spend_one(
  in_cell smallint, debit_kind text, credit_kind text, kind text, home uuid, id uuid, member uuid, amount bigint
) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off as $$
declare
  instant timestamptz := public.clock_moment();
  debit_account text := debit_kind || ':' || home;
  credit_account text := credit_kind || ':' || member;
  is_checked boolean;
  left_cents bigint;
begin
  select c.is_checked into is_checked from ledger.account_kinds d, ledger.account_kinds c
  where d.kind = debit_kind and d.mode = 'strict' and d.side = 'credit' and d.members = 'homes'
    and c.kind = credit_kind and c.mode = 'lazy' and c.side = 'credit' and c.members = 'many';
  if not found then
    raise exception 'no transfers from % to % by this call', debit_kind, credit_kind
      using errcode = 'invalid_parameter_value';
  end if;
  update ledger.strict_balances b set balance_cents = b.balance_cents - amount
  where b.cell = in_cell and b.home_id = home and b.account = debit_account
  returning b.balance_cents into left_cents;
  if not found then
    raise exception 'a strict account is not open' using errcode = 'check_violation';
  end if;
  insert into ledger.transfers (
    home_id, id, debit, credit, amount_cents, kind, debit_balance_after_cents, posted_at, position, cell
  ) values (home, spend_one.id, debit_account, credit_account, amount, spend_one.kind, left_cents, instant, 1, in_cell);
  insert into ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
  values (
    credit_account, case when is_checked then 0 else in_cell end, home, spend_one.id, amount, in_cell
  );
end $$;
