-- Reads balances for display, in one snapshot and without locks.
create or replace function ledger.read_balances(homes uuid[], accounts text[])
returns table (account text, cents bigint) language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  unknown_account text;
begin
  select min(w.account) into unknown_account
  from unnest(homes, accounts) as w (home_id, account)
  left join ledger.account_kinds k on k.kind = ledger.kind_of(w.account)
  where k.kind is null or (k.mode = 'strict' and k.members <> 'homes' and w.home_id is null);
  if unknown_account is not null then
    raise exception 'no account kind allows %, or its home must be named', unknown_account
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
        coalesce((select b.balance_cents from ledger.lazy_balances b where b.account = w.account), 0)
        + coalesce((select sum(d.change_cents) from ledger.lazy_deltas d where d.account = w.account), 0)
      )::bigint
    end
    from unnest(homes, accounts) as w (home_id, account)
    join ledger.account_kinds k on k.kind = ledger.kind_of(w.account);
end $$;
