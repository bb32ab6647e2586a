-- Locks strict balances by home and code, in one order for all, after opening those that grow.
-- A row that another transaction holds comes back without its balance (skips_busy) or is waited for. An account that
-- is being opened at this moment is always waited for: its row cannot be seen yet.
create or replace function ledger.lock_strict_balances(in_cell smallint, legs ledger.leg[], skips_busy boolean)
returns setof ledger.balance language plpgsql as $$
declare
  locked_homes uuid[];
  locked_accounts ledger.account_code[];
  locked_cents bigint[];
begin
  insert into ledger.strict_balances (home_id, account, balance_cents, cell)
  select distinct l.home_id, l.account, 0, coalesce(in_cell, public.cell_of(l.home_id))
  from unnest(legs) l
  where l.mode = 'strict' and l.change_cents > 0 and not exists (
    select from ledger.strict_balances b
    where b.home_id = l.home_id and b.account = l.account and (in_cell is null or b.cell = in_cell)
  )
  order by l.home_id, l.account
  on conflict do nothing;

  if not skips_busy then
    return query
      select b.home_id, b.account, b.balance_cents
      from (select distinct l.home_id, l.account from unnest(legs) l where l.mode = 'strict') w
      join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
      where in_cell is null or b.cell = in_cell
      order by b.home_id, b.account
      for update of b;
    return;
  end if;

  with locked as (
    select b.home_id, b.account, b.balance_cents
    from (select distinct l.home_id, l.account from unnest(legs) l where l.mode = 'strict') w
    join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
    where in_cell is null or b.cell = in_cell
    order by b.home_id, b.account
    for update of b skip locked
  )
  select array_agg(l.home_id), array_agg(l.account), array_agg(l.balance_cents)
  into locked_homes, locked_accounts, locked_cents from locked l;
  return query select * from unnest(locked_homes, locked_accounts, locked_cents);
  return query
    select b.home_id, b.account, null::bigint
    from (select distinct l.home_id, l.account from unnest(legs) l where l.mode = 'strict') w
    join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
    where (in_cell is null or b.cell = in_cell) and not exists (
      select from unnest(locked_homes, locked_accounts) x (home_id, account)
      where x.home_id = w.home_id and x.account = w.account
    );
end $$;

-- Locks the checked lazy balances that shrink, by code, and folds their deltas so that all of it can be spent.
-- What commits after the fold is missed: the balance can only be too low. Of one cell, its own deltas are folded: those
-- of other cells count once ledger.gather has brought them.
create or replace function ledger.lock_checked_balances(in_cell smallint, legs ledger.leg[], skips_busy boolean)
returns setof ledger.balance language plpgsql as $$
declare
  wanted text[] := array(
    select distinct l.account from unnest(legs) l
    where l.mode = 'lazy' and l.is_checked and l.change_cents < 0
    order by l.account
  );
  stranger text;
  locked text[];
begin
  if cardinality(wanted) = 0 then return; end if;
  if in_cell is not null then
    select min(w) into stranger from unnest(wanted) as w
    where ledger.cell_of_balance(w, 0::smallint, true) <> in_cell;
    if stranger is not null then
      raise exception 'cell % does not have the balance of %', in_cell, stranger using errcode = 'invalid_parameter_value';
    end if;
  end if;

  insert into ledger.lazy_balances (account, bucket, is_checked, balance_cents, cell)
  select w.account, 0, true, 0, coalesce(in_cell, ledger.cell_of_balance(w.account, 0::smallint, true))
  from unnest(wanted) as w (account)
  where not exists (
    select from ledger.lazy_balances b
    where b.account = w.account and b.bucket = 0 and (in_cell is null or b.cell = in_cell)
  )
  order by w.account collate "C"
  on conflict do nothing;

  if skips_busy then
    locked := array(
      select b.account from ledger.lazy_balances b
      where b.account = any (wanted) and b.bucket = 0 and (in_cell is null or b.cell = in_cell)
      order by b.account for update skip locked
    );
  else
    locked := array(
      select b.account from ledger.lazy_balances b
      where b.account = any (wanted) and b.bucket = 0 and (in_cell is null or b.cell = in_cell)
      order by b.account for update
    );
  end if;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  perform ledger.fold_into(in_cell, locked, array_fill(0::smallint, array[cardinality(locked)]));
  return query
    select null::uuid, b.account, case when b.account = any (locked) then b.balance_cents end
    from ledger.lazy_balances b
    where b.account = any (wanted) and b.bucket = 0 and (in_cell is null or b.cell = in_cell);
end $$;

-- Locks strict and checked balances for the rest of the transaction. An account never opened has no row.
create or replace function ledger.lock_balances(in_cell smallint, homes uuid[], accounts text[])
returns setof ledger.balance language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  one ledger.leg;
  legs ledger.leg[] := '{}';
  stranger text;
begin
  foreach one in array ledger.legs_of(homes, accounts, accounts, array_fill(1::bigint, array[cardinality(homes)])) loop
    -- The shrinking leg of each: nothing is opened.
    if one.change_cents < 0 then legs := legs || one; end if;
  end loop;
  select min(l.account) into stranger from unnest(legs) l where not l.is_checked;
  if stranger is not null then
    raise exception 'the balance of % is not checked', stranger using errcode = 'invalid_parameter_value';
  end if;
  return query select * from ledger.lock_strict_balances(in_cell, legs, false);
  return query select * from ledger.lock_checked_balances(in_cell, legs, false);
end $$;

-- Locks strict balances by home and code, in one order for all. Returns those it holds: one that another
-- transaction holds is left out (skips_busy) or waited for, one that was never opened is left out.
create or replace function ledger.lock_strict(in_cell smallint, homes uuid[], accounts text[], skips_busy boolean)
returns setof ledger.balance language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if skips_busy then
    return query
      select b.home_id, b.account, b.balance_cents
      from (select distinct t.home_id, t.account from unnest(homes, accounts) as t (home_id, account)) w
      join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
      where in_cell is null or b.cell = in_cell
      order by b.home_id, b.account
      for update of b skip locked;
  else
    return query
      select b.home_id, b.account, b.balance_cents
      from (select distinct t.home_id, t.account from unnest(homes, accounts) as t (home_id, account)) w
      join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
      where in_cell is null or b.cell = in_cell
      order by b.home_id, b.account
      for update of b;
  end if;
end $$;

-- Changes the rows that transfers change directly: strict ones, and checked lazy ones that shrink.
-- Returns the strict ones as they are afterwards.
create or replace function ledger.change_balances(in_cell smallint, legs ledger.leg[])
returns setof ledger.balance language plpgsql
set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wanted bigint;
  changed bigint;
begin
  return query
    update ledger.strict_balances b set balance_cents = b.balance_cents + c.change_cents
    from (
      select l.home_id, l.account, sum(l.change_cents)::bigint as change_cents
      from unnest(legs) l where l.mode = 'strict' group by l.home_id, l.account
    ) c
    where b.home_id = c.home_id and b.account = c.account and (in_cell is null or b.cell = in_cell)
    returning b.home_id, b.account, b.balance_cents;
  get diagnostics changed = row_count;
  select count(distinct (l.home_id, l.account)) into wanted from unnest(legs) l where l.mode = 'strict';
  if changed <> wanted then
    raise exception 'a strict account is not open' using errcode = 'check_violation';
  end if;

  if not exists (
    select from unnest(legs) l where l.mode = 'lazy' and l.is_checked and l.change_cents < 0
  ) then return; end if;
  with shrinking as (
    select l.account, sum(l.change_cents)::bigint as change_cents
    from unnest(legs) l where l.mode = 'lazy' and l.is_checked
    group by l.account having bool_or(l.change_cents < 0)
  ), updated as (
    update ledger.lazy_balances b set balance_cents = b.balance_cents + s.change_cents
    from shrinking s where b.account = s.account and b.bucket = 0 and (in_cell is null or b.cell = in_cell)
    returning 1
  )
  select (select count(*) from shrinking), (select count(*) from updated) into wanted, changed;
  if changed <> wanted then
    raise exception 'a checked account is empty' using errcode = 'check_violation';
  end if;
end $$;

-- Changes a strict balance by what may not be zero, and returns what it is afterwards; raises ZA001 where that would be
-- below zero.
create or replace function ledger.change_strict_balance(home uuid, code text, change bigint) returns bigint language plpgsql as $$
declare
  its_cell smallint := public.cell_of(home);
  after_cents bigint;
begin
  loop
    update ledger.strict_balances b set balance_cents = b.balance_cents + change
    where b.cell = its_cell and b.home_id = home and b.account = code and b.balance_cents + change >= 0
    returning b.balance_cents into after_cents;
    if found then return after_cents; end if;
    if change < 0 then raise exception 'too little' using errcode = 'ZA001'; end if;
    insert into ledger.strict_balances (home_id, account, balance_cents, cell)
    values (home, code, change, its_cell)
    on conflict do nothing returning balance_cents into after_cents;
    if found then return after_cents; end if;
    -- Another transaction has opened it meanwhile.
  end loop;
end $$;

-- Locks a strict balance; null where another transaction holds it, or where it is not open.
create or replace function ledger.lock_one(in_cell smallint, home uuid, account text) returns bigint language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off as $$
declare
  cents bigint;
begin
  select b.balance_cents into cents from ledger.strict_balances b
  where b.cell = in_cell and b.home_id = home and b.account = lock_one.account
  for update skip locked;
  return cents;
end $$;
