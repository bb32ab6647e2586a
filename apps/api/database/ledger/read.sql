-- Balances for display, all at one moment and without a lock.
create or replace function ledger.read_balances(homes uuid[], accounts text[])
returns table (account text, cents bigint) language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  stranger text;
begin
  select min(w.account) into stranger
  from unnest(homes, accounts) as w (home_id, account)
  left join ledger.account_kinds k on k.kind = ledger.kind_of(w.account)
  where k.kind is null or (k.mode = 'strict' and k.members <> 'homes' and w.home_id is null);
  if stranger is not null then
    raise exception 'no account kind allows %, or its home must be named', stranger
      using errcode = 'invalid_parameter_value';
  end if;

  return query
    select w.account, case k.mode
      when 'strict' then coalesce((
        select b.balance_cents from ledger.strict_balances b
        where b.account = w.account
          and b.home_id = case k.members when 'homes' then right(w.account, 36)::uuid else w.home_id end
      ), 0)
      else (
        coalesce((select sum(b.balance_cents) from ledger.lazy_balances b where b.account = w.account), 0)
        + coalesce((select sum(d.change_cents) from ledger.lazy_deltas d where d.account = w.account), 0)
      )::bigint
    end
    from unnest(homes, accounts) as w (home_id, account)
    join ledger.account_kinds k on k.kind = ledger.kind_of(w.account);
end $$;

-- Balances for display where each cell is asked by itself: a strict one in its cell, the parts of a lazy one in all of
-- them, which a transaction that ends meanwhile may show torn. Decisions are made under lock instead.
create or replace function ledger.read_balances_of_cells(homes uuid[], accounts text[])
returns table (account text, cents bigint) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  wanted record;
  its_home uuid;
begin
  for wanted in
    select w.home_id, w.account, k.kind, k.mode, k.members
    from unnest(homes, accounts) as w (home_id, account)
    left join ledger.account_kinds k on k.kind = ledger.kind_of(w.account)
  loop
    its_home := case wanted.members when 'homes' then right(wanted.account, 36)::uuid else wanted.home_id end;
    if wanted.kind is null or (wanted.mode = 'strict' and its_home is null) then
      raise exception 'no account kind allows %, or its home must be named', wanted.account
        using errcode = 'invalid_parameter_value';
    end if;
    account := wanted.account;
    if wanted.mode = 'strict' then
      select sum(b.balance_cents)::bigint into cents from ledger.strict_balances b
      where b.cell = public.cell_of(its_home) and b.home_id = its_home and b.account = wanted.account;
    else
      select sum(p.cents)::bigint into cents from (
        select b.balance_cents as cents from ledger.lazy_balances b where b.account = wanted.account
        union all
        select d.change_cents from ledger.lazy_deltas d where d.account = wanted.account
      ) p;
    end if;
    cents := coalesce(cents, 0);
    return next;
  end loop;
end $$;
