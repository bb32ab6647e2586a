-- Adds the deltas of these balance rows, which the caller has locked, and forgets them. Not a watermark:
-- a delta that commits late is simply found by a later fold.
create or replace function ledger.fold_into(in_cell smallint, accounts text[], buckets smallint[]) returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  with taken as (
    delete from ledger.lazy_deltas d
    using unnest(accounts, buckets) as t (account, bucket)
    where d.account = t.account and d.bucket = t.bucket and (in_cell is null or d.cell = in_cell)
    returning d.account, d.bucket, d.change_cents
  ), total as (
    select account, bucket, sum(change_cents)::bigint as change_cents, count(*) as deltas
    from taken group by account, bucket
  ), added as (
    update ledger.lazy_balances b set balance_cents = b.balance_cents + t.change_cents
    from total t where b.account = t.account and b.bucket = t.bucket and (in_cell is null or b.cell = in_cell)
    returning t.deltas
  )
  select coalesce(sum(deltas), 0) into folded from added;
  return folded;
end $$;

-- Folds every delta it sees; balance rows that another transaction holds are left for the next time, with their deltas,
-- which that one may be taking. Of one cell: what belongs to balance rows of other cells becomes one delta for each account.
create or replace function ledger.fold(in_cell smallint) returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  accounts text[];
  buckets smallint[];
  folded bigint;
begin
  select array_agg(d.account), array_agg(d.bucket) into accounts, buckets
  from (select distinct account, bucket from ledger.lazy_deltas where in_cell is null or cell = in_cell) d
  where not exists (
    select from ledger.lazy_balances b
    where b.account = d.account and b.bucket = d.bucket and (in_cell is null or b.cell = in_cell)
  );
  insert into ledger.lazy_balances (account, bucket, is_checked, balance_cents, cell)
  select d.account, d.bucket, d.is_checked, 0, coalesce(in_cell, d.cell)
  from (
    select o.account, o.bucket, k.is_checked, ledger.cell_of_balance(o.account, o.bucket, k.is_checked) as cell
    from unnest(accounts, buckets) as o (account, bucket)
    join ledger.account_kinds k on k.kind = ledger.kind_of(o.account)
  ) d
  where in_cell is null or d.cell = in_cell
  order by d.account, d.bucket
  on conflict do nothing;

  with locked as (
    select b.account, b.bucket from ledger.lazy_balances b
    where (in_cell is null or b.cell = in_cell) and exists (
      select from ledger.lazy_deltas d
      where d.account = b.account and d.bucket = b.bucket and (in_cell is null or d.cell = in_cell)
    )
    for update skip locked
  )
  select array_agg(account), array_agg(bucket) into accounts, buckets from locked;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  folded := ledger.fold_into(in_cell, accounts, buckets);
  if in_cell is null then return folded; end if;

  with taken as (
    delete from ledger.lazy_deltas d
    where d.cell = in_cell and d.account in (
      select o.account from ledger.lazy_deltas o
      where o.cell = in_cell and not exists (
        select from ledger.lazy_balances b
        where b.cell = in_cell and b.account = o.account and b.bucket = o.bucket
      )
      group by o.account having count(*) > 1
    )
    returning d.account, d.bucket, d.home_id, d.change_cents
  )
  insert into ledger.lazy_deltas (account, bucket, home_id, change_cents, cell)
  select t.account, t.bucket, (array_agg(t.home_id))[1], sum(t.change_cents)::bigint, in_cell
  from taken t group by t.account, t.bucket having sum(t.change_cents) <> 0;
  return folded;
end $$;

-- Brings what a checked lazy account has collected in other cells to its balance row, for a transaction of its own: a
-- delta that another transaction takes and that has not ended in every cell is waited for, not counted twice.
create or replace function ledger.gather(one text) returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  its_cell smallint := ledger.cell_of_balance(one, 0::smallint, true);
  change bigint;
  gathered bigint := 0;
begin
  if not exists (
    select from ledger.account_kinds k where k.kind = ledger.kind_of(one) and k.mode = 'lazy' and k.is_checked
  ) then
    raise exception 'the balance of % is not checked', one using errcode = 'invalid_parameter_value';
  end if;
  perform from ledger.lazy_balances b where b.cell = its_cell and b.account = one and b.bucket = 0;
  if not found then
    insert into ledger.lazy_balances (account, bucket, is_checked, balance_cents, cell)
    values (one, 0, true, 0, its_cell) on conflict do nothing;
  end if;
  perform from ledger.lazy_balances b where b.cell = its_cell and b.account = one and b.bucket = 0 for update;
  for change in delete from ledger.lazy_deltas d where d.account = one and d.bucket = 0 returning d.change_cents loop
    gathered := gathered + change;
  end loop;
  update ledger.lazy_balances b set balance_cents = b.balance_cents + gathered
  where b.cell = its_cell and b.account = one and b.bucket = 0;
  return gathered;
end $$;
