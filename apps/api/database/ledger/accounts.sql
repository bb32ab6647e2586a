create or replace function ledger.kind_of(account text) returns text language sql immutable parallel safe
return case when account like '%:________-____-____-____-____________' then left(account, -37) else account end;

-- Both legs of every transfer. Raises on an account that no kind allows.
create or replace function ledger.legs_of(homes uuid[], debits text[], credits text[], amounts bigint[])
returns ledger.leg[] language plpgsql stable as $$
declare
  legs ledger.leg[];
  stranger text;
begin
  select
    array_agg(row(t.position, t.home_id, s.account, k.side, k.mode, k.is_checked,
      case when k.side = s.side then t.amount_cents else -t.amount_cents end)::ledger.leg),
    min(format('%s on home %s', s.account, t.home_id)) filter (where k.kind is null or t.home_id is null)
  into legs, stranger
  from unnest(homes, debits, credits, amounts)
    with ordinality as t (home_id, debit, credit, amount_cents, position)
  cross join lateral (values (t.debit, 'debit'), (t.credit, 'credit')) as s (account, side)
  left join ledger.account_kinds k on k.kind = ledger.kind_of(s.account) and case k.members
    when 'one' then s.account = k.kind
    when 'many' then case when s.account <> k.kind then s.account = k.kind || ':' || right(s.account, 36)::uuid end
    when 'homes' then s.account = k.kind || ':' || t.home_id
  end;
  if stranger is not null then
    raise exception 'no account kind allows %', stranger using errcode = 'invalid_parameter_value';
  end if;
  return coalesce(legs, '{}');
end $$;

-- The kind of an account that a transfer of this home moves, as ledger.legs_of finds it for many.
create or replace function ledger.kind_for(home uuid, account text) returns ledger.account_kinds language plpgsql stable as $$
declare
  its ledger.account_kinds;
begin
  select * into its from ledger.account_kinds k where k.kind = ledger.kind_of(account);
  if home is null or (case its.members
    when 'one' then account = its.kind
    when 'many' then case when account <> its.kind then account = its.kind || ':' || right(account, 36)::uuid end
    when 'homes' then account = its.kind || ':' || home
  end) is not true then
    raise exception 'no account kind allows % on home %', account, home using errcode = 'invalid_parameter_value';
  end if;
  return its;
end $$;
