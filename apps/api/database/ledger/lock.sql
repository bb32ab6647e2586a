-- Locks all accounts of transfers for the rest of the transaction. Every caller uses one order, so that callers cannot
-- deadlock: first strict accounts by home and code, then by code the checked lazy accounts whose balances are about to
-- decrease. Inserts missing strict accounts first, so that it can lock them too.
--
-- The debit of transfer n is leg 2n - 1, its credit leg 2n. Returns for each leg: the sign by which it changes its
-- account, whether the account is strict, and the index of its balance in book_homes, book_codes and book_cents. The
-- home of a checked lazy account is null there. The index is 0 for a lazy account that is not locked, because its
-- changes are appended. Called by ledger.post, and by apps/api/src/ledger/post.ts for a transaction that will call
-- ledger.post more than once.
create or replace function ledger.lock_accounts(
  homes uuid[], debits text[], credits text[],
  out leg_signs integer[], out are_strict boolean[], out leg_books integer[],
  out book_homes uuid[], out book_codes text[], out book_cents bigint[], out has_lazy boolean
) language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  size constant integer := cardinality(homes);
  kinds record;
  n integer;
  k integer;
  leg integer;
  code text;
  books integer := 0;
  strict_legs integer[] := '{}';
  strict_homes uuid[] := '{}';
  strict_codes text[] := '{}';
  shrinking_codes text[] := '{}';
  locked record;
  checked record;
begin
  leg_books := array_fill(0, array[2 * size]);
  select array_agg(a.kind) as codes, array_agg(a.side) as sides, array_agg(a.mode = 'strict') as are_strict,
    array_agg(a.is_checked) as are_checked, array_agg(a.members) as members
  into kinds
  from ledger.account_kinds a;

  for leg in 1 .. 2 * size loop
    n := (leg + 1) / 2;
    code := case when leg % 2 = 1 then debits[n] else credits[n] end;
    k := array_position(kinds.codes, ledger.kind_of(code));
    if ledger.is_member(kinds.members[k], kinds.codes[k], code, homes[n]) is not true then
      raise exception 'no account kind allows % on home %', code, homes[n] using errcode = 'invalid_parameter_value';
    end if;
    leg_signs[leg] := case when (kinds.sides[k] = 'debit') = (leg % 2 = 1) then 1 else -1 end;
    are_strict[leg] := kinds.are_strict[k];
    if are_strict[leg] then
      strict_legs := strict_legs || leg;
      strict_homes := strict_homes || homes[n];
      strict_codes := strict_codes || code;
    elsif kinds.are_checked[k] and leg_signs[leg] < 0 then
      shrinking_codes := shrinking_codes || code;
    end if;
  end loop;
  has_lazy := cardinality(shrinking_codes) > 0;

  insert into ledger.strict_balances (home_id, account, balance_cents)
  select s.home_id, s.code, 0
  from (select distinct w.home_id, w.code from unnest(strict_homes, strict_codes) as w (home_id, code)) s
  where not exists (
    select from ledger.strict_balances b where b.home_id = s.home_id and b.account = s.code
  )
  order by s.home_id, s.code collate "C"
  on conflict do nothing;
  select array_agg(l.leg) as legs, array_agg(l.home_id) as homes, array_agg(l.account::text) as codes,
    array_agg(l.balance_cents) as cents
  into locked
  from (
    select s.leg, b.home_id, b.account, b.balance_cents
    from unnest(strict_homes, strict_codes, strict_legs) as s (home_id, code, leg)
    join ledger.strict_balances b on b.home_id = s.home_id and b.account = s.code
    order by b.home_id, b.account for update of b
  ) l;
  for n in 1 .. coalesce(cardinality(locked.legs), 0) loop
    if n = 1 or (locked.homes[n], locked.codes[n]) <> (locked.homes[n - 1], locked.codes[n - 1]) then
      books := books + 1;
      book_homes[books] := locked.homes[n];
      book_codes[books] := locked.codes[n];
      book_cents[books] := locked.cents[n];
    end if;
    leg_books[locked.legs[n]] := books;
  end loop;

  if has_lazy then
    for checked in select c.code, c.cents from ledger.lock_checked(shrinking_codes) as c (code, cents) loop
      books := books + 1;
      book_codes[books] := checked.code;
      book_cents[books] := checked.cents;
      for leg in 1 .. 2 * size loop
        code := case when leg % 2 = 1 then debits[(leg + 1) / 2] else credits[leg / 2] end;
        if code = checked.code then leg_books[leg] := books; end if;
      end loop;
    end loop;
  end if;
end $$;
