-- Locks checked lazy accounts whose balances are about to decrease, ordered by code. Then folds their deltas, so that
-- the whole balance can be spent. A delta that commits after the fold is not counted, so the result can only be too
-- low. Called by ledger.lock_accounts and ledger.lock_balances.
create or replace function ledger.lock_checked(codes text[], out code text, out cents bigint)
returns setof record language plpgsql as $$
declare
  wanted text[] := array(select distinct c from unnest(codes) as c order by c);
begin
  insert into ledger.lazy_balances (account, is_checked, balance_cents)
  select w.code, true, 0 from unnest(wanted) as w (code)
  where not exists (select from ledger.lazy_balances b where b.account = w.code)
  order by w.code collate "C"
  on conflict do nothing;
  perform from ledger.lazy_balances b where b.account = any (wanted) order by b.account for update;
  -- A separate SQL statement reads the deltas, because its snapshot has to begin after the locks are held.
  perform ledger.fold_into(wanted);
  return query
    select b.account::text, b.balance_cents from ledger.lazy_balances b where b.account = any (wanted);
end $$;

-- Locks strict and checked accounts for the rest of the transaction, in the same order as ledger.post. Returns their
-- balances, so that the caller can enforce a limit. An account without transfers has no row. Called by lockBalances of
-- apps/api/src/ledger/balances.ts.
create or replace function ledger.lock_balances(
  homes uuid[], accounts text[], out account text, out cents bigint
) returns setof record language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  one record;
  strict_homes uuid[] := '{}';
  strict_codes text[] := '{}';
  checked_codes text[] := '{}';
begin
  for one in
    select w.home_id, w.code, k.mode = 'strict' as is_strict, k.is_checked,
      ledger.is_member(k.members, k.kind, w.code, w.home_id) as is_member
    from unnest(homes, accounts) as w (home_id, code)
    left join ledger.account_kinds k on k.kind = ledger.kind_of(w.code)
  loop
    if one.is_member is not true then
      raise exception 'no account kind allows % on home %', one.code, one.home_id using errcode = 'invalid_parameter_value';
    elsif not one.is_checked then
      raise exception 'the balance of % is not checked', one.code using errcode = 'invalid_parameter_value';
    elsif one.is_strict then
      strict_homes := strict_homes || one.home_id;
      strict_codes := strict_codes || one.code;
    else
      checked_codes := checked_codes || one.code;
    end if;
  end loop;
  return query
    select b.account::text, b.balance_cents
    from (select distinct s.home_id, s.code from unnest(strict_homes, strict_codes) as s (home_id, code)) w
    join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.code
    order by b.home_id, b.account for update of b;
  if cardinality(checked_codes) > 0 then
    return query select c.code, c.cents from ledger.lock_checked(checked_codes) as c (code, cents);
  end if;
end $$;

-- Locks strict balances, ordered by home and code, and returns them. If another transaction has locked a balance, skips
-- that balance (skips_busy) or waits for it. An account without transfers has no row. Called by
-- lock_vouchers_to_redeem().
create or replace function ledger.lock_strict(homes uuid[], accounts text[], skips_busy boolean)
returns setof ledger.balance language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if skips_busy then
    return query
      select b.home_id, b.account, b.balance_cents
      from (select distinct t.home_id, t.account from unnest(homes, accounts) as t (home_id, account)) w
      join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
      order by b.home_id, b.account
      for update of b skip locked;
  else
    return query
      select b.home_id, b.account, b.balance_cents
      from (select distinct t.home_id, t.account from unnest(homes, accounts) as t (home_id, account)) w
      join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
      order by b.home_id, b.account
      for update of b;
  end if;
end $$;
