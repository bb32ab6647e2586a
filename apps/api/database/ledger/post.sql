-- Posts groups of transfers in order; each group posts all of its transfers or none, independently of the others. The
-- only writer of ledger.transfers. Called by apps/api/src/ledger/post.ts, in a transaction of any caller, and by
-- record_redemptions.
--
-- Locks all accounts of all groups first (ledger.lock_accounts). Only then reads which of the transfers exist, because
-- another caller may have posted them during the wait. Then reads the clock, so that timestamps follow balances.
--
-- `groups` has the number of each transfer's group, in ascending order. An amount of null means the whole balance of
-- the debit account, 0 the amount of the previous transfer. No id may occur twice for one home.
--
-- Returns one row for each transfer of a group that was `posted` or that `exists`, with its amount and the strict
-- balances after it. For a refused group returns one row, for the transfer at fault: `insufficient`, with the account
-- and its balance before the group, or `id_conflict`. Raises 40001 if another transaction has posted one of the ids
-- since they were read.
create or replace function ledger.post(
  groups integer[], homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[],
  kinds text[], refs text[],
  out transfer integer, out outcome text, out amount_cents bigint, out debit_after_cents bigint,
  out credit_after_cents bigint, out account text, out available_cents bigint
) returns setof record language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  size constant integer := cardinality(ids);
  n integer;
  at integer;
  leg integer;
  l record;
  -- The locked balances after the groups processed so far.
  book_cents bigint[];
  saved_cents bigint[];
  instant timestamptz;
  has_old boolean;
  old record;
  known integer;
  first_known integer;
  first_unlike integer;
  first integer := 1;
  last integer;
  cents bigint;
  short_leg integer;
  moved bigint[] := array_fill(null::bigint, array[size]);
  debits_after bigint[] := moved;
  credits_after bigint[] := moved;
  posted integer := 0;
  lazy_homes uuid[] := '{}';
  lazy_ids uuid[] := '{}';
  lazy_codes text[] := '{}';
  lazy_changes bigint[] := '{}';
  written integer;
begin
  if exists (
    select from (
      values (cardinality(groups)), (cardinality(homes)), (cardinality(debits)), (cardinality(credits)),
        (cardinality(amounts)), (cardinality(kinds)), (cardinality(refs))
    ) as a (length) where a.length is distinct from size
  ) then
    raise exception 'the arrays of transfers differ in length' using errcode = 'invalid_parameter_value';
  end if;
  l := ledger.lock_accounts(homes, debits, credits);
  book_cents := l.book_cents;
  instant := public.clock_moment();

  has_old := exists (
    select from unnest(homes, ids) as w (home_id, id)
    join ledger.transfers t on t.home_id = w.home_id and t.id = w.id
  );
  if has_old then
    select array_agg(w.n::integer) as positions, array_agg(t.debit::text) as debits, array_agg(t.credit::text) as credits,
      array_agg(t.kind) as kinds, array_agg(t.amount_cents) as cents, array_agg(t.debit_balance_after_cents) as debits_after,
      array_agg(t.credit_balance_after_cents) as credits_after
    into old
    from unnest(homes, ids) with ordinality as w (home_id, id, n)
    join ledger.transfers t on t.home_id = w.home_id and t.id = w.id;
  end if;

  while first <= size loop
    last := first;
    while groups[last + 1] = groups[first] loop
      last := last + 1;
    end loop;
    account := null;
    available_cents := null;
    known := 0;

    if has_old then
      first_known := null;
      first_unlike := null;
      for n in first .. last loop
        at := array_position(old.positions, n);
        continue when at is null;
        known := known + 1;
        first_known := coalesce(first_known, n);
        -- The reference is not compared: a retry may have a receipt that the first attempt lacked.
        if (old.debits[at], old.credits[at], old.kinds[at]) <> (debits[n], credits[n], kinds[n])
          or nullif(amounts[n], 0) <> old.cents[at]
        then
          first_unlike := coalesce(first_unlike, n);
        end if;
      end loop;
    end if;

    if known > 0 then
      amount_cents := null;
      debit_after_cents := null;
      credit_after_cents := null;
      outcome := 'exists';
      if known <= last - first or first_unlike is not null then
        outcome := 'id_conflict';
        transfer := case when known <= last - first then first_known else first_unlike end;
        return next;
      else
        for n in first .. last loop
          at := array_position(old.positions, n);
          transfer := n;
          amount_cents := old.cents[at];
          debit_after_cents := old.debits_after[at];
          credit_after_cents := old.credits_after[at];
          return next;
        end loop;
      end if;
      first := last + 1;
      continue;
    end if;

    saved_cents := book_cents;
    short_leg := null;
    cents := null;
    <<moving>>
    for n in first .. last loop
      if amounts[n] is null then
        if l.leg_books[2 * n - 1] = 0 then
          raise exception 'the whole balance of % is not known under lock', debits[n] using errcode = 'invalid_parameter_value';
        end if;
        cents := book_cents[l.leg_books[2 * n - 1]];
      elsif amounts[n] <> 0 then
        cents := amounts[n];
      end if;
      if cents is null then
        raise exception 'transfer % is linked to nothing', ids[n] using errcode = 'invalid_parameter_value';
      elsif cents = 0 then
        short_leg := 2 * n - 1;
        exit moving;
      end if;
      for leg in 2 * n - 1 .. 2 * n loop
        at := l.leg_books[leg];
        continue when at = 0;
        book_cents[at] := book_cents[at] + l.leg_signs[leg] * cents;
        if book_cents[at] < 0 then
          short_leg := leg;
          exit moving;
        end if;
        if not l.are_strict[leg] then
          null;
        elsif leg % 2 = 1 then
          debits_after[n] := book_cents[at];
        else
          credits_after[n] := book_cents[at];
        end if;
      end loop;
      moved[n] := cents;
    end loop;

    if short_leg is not null then
      book_cents := saved_cents;
      moved[first:last] := array_fill(null::bigint, array[last - first + 1]);
      transfer := (short_leg + 1) / 2;
      outcome := 'insufficient';
      amount_cents := null;
      debit_after_cents := null;
      credit_after_cents := null;
      account := case when short_leg % 2 = 1 then debits[transfer] else credits[transfer] end;
      available_cents := coalesce(book_cents[nullif(l.leg_books[short_leg], 0)], 0);
      return next;
    else
      outcome := 'posted';
      for n in first .. last loop
        transfer := n;
        amount_cents := moved[n];
        debit_after_cents := debits_after[n];
        credit_after_cents := credits_after[n];
        posted := posted + 1;
        for leg in 2 * n - 1 .. 2 * n loop
          continue when l.leg_books[leg] > 0;
          lazy_homes := lazy_homes || homes[n];
          lazy_ids := lazy_ids || ids[n];
          lazy_codes := lazy_codes || case when leg % 2 = 1 then debits[n] else credits[n] end;
          lazy_changes := lazy_changes || l.leg_signs[leg] * moved[n];
        end loop;
        return next;
      end loop;
    end if;
    first := last + 1;
  end loop;
  if posted = 0 then return; end if;

  insert into ledger.transfers (
    home_id, id, debit, credit, amount_cents, kind, reference, debit_balance_after_cents, credit_balance_after_cents,
    posted_at, position
  )
  select t.home_id, t.id, t.debit, t.credit, t.cents, t.kind, t.reference, t.debit_after, t.credit_after, instant,
    t.position
  from unnest(homes, ids, debits, credits, moved, kinds, refs, debits_after, credits_after) with ordinality
    as t (home_id, id, debit, credit, cents, kind, reference, debit_after, credit_after, position)
  where t.cents is not null
  order by t.home_id, t.id
  on conflict do nothing;
  get diagnostics written = row_count;
  if written <> posted then
    raise exception 'another transaction has posted one of the transfers' using errcode = 'serialization_failure';
  end if;

  update ledger.strict_balances b set balance_cents = c.cents
  from unnest(l.book_homes, l.book_codes, book_cents, l.book_cents) as c (home_id, code, cents, first_cents)
  where b.home_id = c.home_id and b.account = c.code and c.cents <> c.first_cents;

  if l.has_lazy then
    update ledger.lazy_balances b set balance_cents = c.cents
    from unnest(l.book_homes, l.book_codes, book_cents, l.book_cents) as c (home_id, code, cents, first_cents)
    where c.home_id is null and b.account = c.code and c.cents <> c.first_cents;
  end if;

  if cardinality(lazy_codes) > 0 then
    -- One delta for each account. It takes the id of one of the transfers, because generating an id costs as much as
    -- writing the row.
    insert into ledger.lazy_deltas (account, home_id, id, change_cents)
    select l.code, (array_agg(l.home_id))[1], (array_agg(l.id))[1], sum(l.change)::bigint
    from unnest(lazy_homes, lazy_ids, lazy_codes, lazy_changes) as l (home_id, id, code, change)
    group by l.code having sum(l.change) <> 0;
  end if;
end $$;
