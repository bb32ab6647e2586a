-- Adds the deltas of these accounts to their balances, which the caller has locked, and deletes the deltas; returns
-- their number. A delta that commits later is left to the next fold. Called by fold() and lock_checked().
create or replace function ledger.fold_into(accounts text[]) returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  with taken as (
    delete from ledger.lazy_deltas d where d.account = any (accounts)
    returning d.account, d.change_cents
  ), total as (
    select account, sum(change_cents)::bigint as change_cents, count(*) as deltas
    from taken group by account
  ), added as (
    update ledger.lazy_balances b set balance_cents = b.balance_cents + t.change_cents
    from total t where b.account = t.account
    returning t.deltas
  )
  select coalesce(sum(deltas), 0) into folded from added;
  return folded;
end $$;

-- Folds all visible deltas; returns their number. Skips accounts that another transaction has locked, because it may be
-- folding them. Called by foldDeltas of apps/api/src/ledger/balances.ts.
create or replace function ledger.fold() returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  accounts text[];
begin
  insert into ledger.lazy_balances (account, is_checked, balance_cents)
  select d.account, k.is_checked, 0
  from (select distinct account from ledger.lazy_deltas) d
  join ledger.account_kinds k on k.kind = ledger.kind_of(d.account)
  where not exists (select from ledger.lazy_balances b where b.account = d.account)
  order by d.account
  on conflict do nothing;

  select array_agg(l.account) into accounts
  from (
    select b.account from ledger.lazy_balances b
    where exists (select from ledger.lazy_deltas d where d.account = b.account)
    for update skip locked
  ) l;
  -- A separate SQL statement reads the deltas, because its snapshot has to begin after the locks are held.
  return ledger.fold_into(accounts);
end $$;
