-- As it was, but that it leaves a group alone of which a strict account could not be locked before its moment was taken: one that
-- shrinks, and that another transaction was opening. Such an account could be changed after a later moment.
create or replace function ledger.post_group(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) returns table (amount_cents bigint, debit_after_cents bigint, credit_after_cents bigint) language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
#variable_conflict use_variable
declare
  debit_kinds ledger.account_kinds[];
  credit_kinds ledger.account_kinds[];
  debit_kind ledger.account_kinds;
  credit_kind ledger.account_kinds;
  strict_homes uuid[] := '{}';
  strict_accounts text[] := '{}';
  are_growing boolean[] := '{}';
  opened record;
  locked bigint;
  instant timestamptz;
  cents bigint;
  change bigint;
  lazy_homes uuid[] := '{}';
  lazy_accounts text[] := '{}';
  lazy_changes bigint[] := '{}';
  are_checked boolean[] := '{}';
  moved bigint[] := '{}';
  debit_afters bigint[] := '{}';
  credit_afters bigint[] := '{}';
begin
  for n in 1 .. cardinality(ids) loop
    debit_kind := ledger.kind_for(homes[n], debits[n]);
    credit_kind := ledger.kind_for(homes[n], credits[n]);
    if (debit_kind.mode = 'lazy' and debit_kind.is_checked and debit_kind.side = 'credit')
      or (credit_kind.mode = 'lazy' and credit_kind.is_checked and credit_kind.side = 'debit')
      or (debit_kind.mode = 'lazy' and amounts[n] is null)
    then return; end if;
    if debit_kind.mode = 'strict' then
      strict_homes := strict_homes || homes[n];
      strict_accounts := strict_accounts || debits[n];
      are_growing := are_growing || (debit_kind.side = 'debit');
    end if;
    if credit_kind.mode = 'strict' then
      strict_homes := strict_homes || homes[n];
      strict_accounts := strict_accounts || credits[n];
      are_growing := are_growing || (credit_kind.side = 'credit');
    end if;
    debit_kinds := debit_kinds || debit_kind;
    credit_kinds := credit_kinds || credit_kind;
  end loop;

  begin
    -- In the order in which ledger.lock_strict_balances opens and locks them; that of a single transfer is
    -- locked by its change.
    if cardinality(ids) > 1 or cardinality(strict_homes) > 1 or amounts[1] is null then
      for opened in
        select distinct w.home_id, w.account collate "C" as account
        from unnest(strict_homes, strict_accounts, are_growing) as w (home_id, account, is_growing)
        where w.is_growing order by 1, 2
      loop
        perform from ledger.strict_balances b
        where b.cell = public.cell_of(opened.home_id) and b.home_id = opened.home_id and b.account = opened.account;
        continue when found;
        insert into ledger.strict_balances (home_id, account, balance_cents, cell)
        values (opened.home_id, opened.account, 0, public.cell_of(opened.home_id)) on conflict do nothing;
      end loop;
      perform from (
        select distinct l.home_id, l.account from unnest(strict_homes, strict_accounts) as l (home_id, account)
      ) w
      join ledger.strict_balances b on b.home_id = w.home_id and b.account = w.account
      where in_cell is null or b.cell = in_cell
      order by b.home_id, b.account for update of b;
      get diagnostics locked = row_count;
      if locked < (
        select count(distinct (w.home_id, w.account)) from unnest(strict_homes, strict_accounts) as w (home_id, account)
      ) then
        -- Undone, so that no lock is held while others are taken in their order.
        raise exception 'an account is not open' using errcode = 'ZA001';
      end if;
    end if;
    if exists (
      select from unnest(homes, ids) as w (home_id, id)
      join ledger.transfers t on t.home_id = w.home_id and t.id = w.id
      where in_cell is null or t.cell = in_cell
    ) then return; end if;

    for n in 1 .. cardinality(ids) loop
      if amounts[n] is null then
        select b.balance_cents into cents from ledger.strict_balances b
        where b.cell = public.cell_of(homes[n]) and b.home_id = homes[n] and b.account = debits[n];
      elsif amounts[n] > 0 then
        cents := amounts[n];
      end if;
      if coalesce(cents, 0) = 0 then raise exception 'nothing to move' using errcode = 'ZA001'; end if;
      debit_kind := debit_kinds[n];
      change := case debit_kind.side when 'debit' then cents else -cents end;
      if debit_kind.mode = 'strict' then
        debit_afters[n] := ledger.change_strict_balance(homes[n], debits[n], change);
      else
        debit_afters[n] := null;
        lazy_homes := lazy_homes || homes[n];
        lazy_accounts := lazy_accounts || debits[n];
        lazy_changes := lazy_changes || change;
        are_checked := are_checked || debit_kind.is_checked;
      end if;
      credit_kind := credit_kinds[n];
      change := case credit_kind.side when 'credit' then cents else -cents end;
      if credit_kind.mode = 'strict' then
        credit_afters[n] := ledger.change_strict_balance(homes[n], credits[n], change);
      else
        credit_afters[n] := null;
        lazy_homes := lazy_homes || homes[n];
        lazy_accounts := lazy_accounts || credits[n];
        lazy_changes := lazy_changes || change;
        are_checked := are_checked || credit_kind.is_checked;
      end if;
      -- Not before the locks are held: the order of moments is that of balances.
      instant := coalesce(instant, public.clock_moment());
      moved[n] := cents;
      insert into ledger.transfers (
        home_id, id, debit, credit, amount_cents, kind, reference,
        debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
      ) values (
        homes[n], ids[n], debits[n], credits[n], cents, kinds[n], refs[n], debit_afters[n], credit_afters[n], instant,
        n, public.cell_of(homes[n])
      ) on conflict do nothing;
      -- Posted after it was looked for; run again, the caller will find it there.
      if not found then
        raise exception 'a transfer of this group was posted meanwhile' using errcode = 'serialization_failure';
      end if;
    end loop;
    insert into ledger.lazy_deltas (account, bucket, home_id, change_cents, cell)
    select c.account, case when c.is_checked then 0 else public.cell_of(c.home_id) end, c.home_id, c.change_cents,
      public.cell_of(c.home_id)
    from (
      select l.account, l.is_checked, (array_agg(l.home_id))[1] as home_id, sum(l.change_cents)::bigint as change_cents
      from unnest(lazy_homes, lazy_accounts, lazy_changes, are_checked) as l (home_id, account, change_cents, is_checked)
      group by l.account, l.is_checked having sum(l.change_cents) <> 0
    ) c;
  exception when sqlstate 'ZA001' then
    return;
  end;
  return query select * from unnest(moved, debit_afters, credit_afters);
end $$;

-- @returns as ledger.post_group
create or replace function ledger.post_one(
  home uuid, one uuid, debit_account text, credit_account text, amount bigint, transfer_kind text, ref text
) returns table (amount_cents bigint, debit_after_cents bigint, credit_after_cents bigint) language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
#variable_conflict use_variable
declare
  plain record;
  posted record;
begin
  select k.is_debit_strict, k.is_checked,
    case when k.is_debit_strict then debit_account else credit_account end as strict_account,
    case when k.is_debit_strict then credit_account else debit_account end as lazy_account,
    case when k.is_debit_strict then k.debit_change else k.credit_change end as strict_change,
    case when k.is_debit_strict then k.credit_change else k.debit_change end as lazy_change
  into plain
  from (
    select d.mode = 'strict' as is_debit_strict,
      case when d.mode = 'strict' then c.is_checked else d.is_checked end as is_checked,
      case d.side when 'debit' then amount else -amount end as debit_change,
      case c.side when 'credit' then amount else -amount end as credit_change
    from ledger.account_kinds d, ledger.account_kinds c
    where d.kind = ledger.kind_of(debit_account) and c.kind = ledger.kind_of(credit_account) and d.mode <> c.mode
      and case d.members
        when 'one' then debit_account = d.kind
        when 'many' then case when debit_account <> d.kind then debit_account = d.kind || ':' || right(debit_account, 36)::uuid end
        else debit_account = d.kind || ':' || home
      end
      and case c.members
        when 'one' then credit_account = c.kind
        when 'many' then case when credit_account <> c.kind then credit_account = c.kind || ':' || right(credit_account, 36)::uuid end
        else credit_account = c.kind || ':' || home
      end
  ) k
  where amount > 0 and not (k.is_checked and case when k.is_debit_strict then k.credit_change else k.debit_change end < 0);
  if found then
    with changed as (
      update ledger.strict_balances b set balance_cents = b.balance_cents + plain.strict_change
      where b.home_id = home and b.account = plain.strict_account and b.balance_cents + plain.strict_change >= 0
        and not exists (select from ledger.transfers t where t.home_id = home and t.id = one)
      returning b.balance_cents
    ), written as (
      insert into ledger.transfers (
        home_id, id, debit, credit, amount_cents, kind, reference,
        debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
      )
      -- The moment is that of the row before it, and so after its lock: the order of moments is that of balances.
      select home, one, debit_account, credit_account, amount, transfer_kind, ref,
        case when plain.is_debit_strict then c.balance_cents end,
        case when not plain.is_debit_strict then c.balance_cents end,
        public.clock_moment(), 1, public.cell_of(home)
      from changed c
      on conflict do nothing
      returning debit_balance_after_cents as debit_after, credit_balance_after_cents as credit_after
    ), added as (
      insert into ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
      select plain.lazy_account, case when plain.is_checked then 0 else public.cell_of(home) end, home, one,
        plain.lazy_change, public.cell_of(home)
      from written
    )
    select w.debit_after, w.credit_after, w.debit_after is not null or w.credit_after is not null as is_written into posted
    from changed c left join written w on true;
    if found then
      -- Posted after it was looked for; run again, the caller will find it there.
      if not posted.is_written then
        raise exception 'a transfer was posted meanwhile' using errcode = 'serialization_failure';
      end if;
      return query values (amount, posted.debit_after, posted.credit_after);
      return;
    end if;
  end if;
  return query select * from ledger.post_group(
    null::smallint, array[home], array[one], array[debit_account], array[credit_account], array[amount],
    array[transfer_kind], array[ref]
  );
end $$;

-- Posts transfers, in order, and tells for each, as ledger.post_group does, what was moved and which strict balances there are
-- after it. Moves nothing and tells nothing where one is already there, a balance would be below zero at any of them, an account
-- that shrinks is not open, or a checked lazy account shrinks.
create or replace function ledger.post_batch(
  homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) returns table (amount_cents bigint, debit_after_cents bigint, credit_after_cents bigint) language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, amounts);
  instant timestamptz;
  debits_after bigint[];
  credits_after bigint[];
  done bigint;
begin
  if exists (select from unnest(legs) l where l.mode = 'lazy' and l.is_checked and l.change_cents < 0) then return; end if;
  begin
    -- Opened and changed in the order in which ledger.lock_strict_balances opens and locks them.
    insert into ledger.strict_balances (home_id, account, balance_cents, cell)
    select distinct l.home_id, l.account, 0, public.cell_of(l.home_id)
    from unnest(legs) l
    where l.mode = 'strict' and l.change_cents > 0 and not exists (
      select from ledger.strict_balances b where b.home_id = l.home_id and b.account = l.account
    )
    order by l.home_id, l.account
    on conflict do nothing;

    with changed as (
      update ledger.strict_balances b set balance_cents = b.balance_cents + c.change_cents
      from (
        select l.home_id, l.account, sum(l.change_cents)::bigint as change_cents, array_agg(l) as legs
        from unnest(legs) l where l.mode = 'strict' group by l.home_id, l.account order by l.home_id, l.account
      ) c
      where b.home_id = c.home_id and b.account = c.account
      returning b.balance_cents, c.legs
    ), after as (
      select l.position, (l.side = 'debit') = (l.change_cents > 0) as is_debit,
        c.balance_cents - coalesce(sum(l.change_cents) over (
          partition by l.home_id, l.account order by l.position rows between 1 following and unbounded following
        ), 0)::bigint as balance_cents
      from changed c cross join lateral unnest(c.legs) l
      union all
      select l.position, (l.side = 'debit') = (l.change_cents > 0), null from unnest(legs) l where l.mode = 'lazy'
    )
    select array_agg(a.balance_cents order by a.position) filter (where a.is_debit),
      array_agg(a.balance_cents order by a.position) filter (where not a.is_debit), count(*)
    into debits_after, credits_after, done
    from after a;
    if done <> cardinality(legs) then
      raise exception 'an account is not open' using errcode = 'ZA001';
    end if;

    -- Not before the locks are held: the order of moments is that of balances. That none of these is below zero, constraints check.
    instant := public.clock_moment();
    insert into ledger.transfers (
      home_id, id, debit, credit, amount_cents, kind, reference,
      debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
    )
    select t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference, t.debit_after, t.credit_after, instant,
      t.position, public.cell_of(t.home_id)
    from unnest(homes, ids, debits, credits, amounts, kinds, refs, debits_after, credits_after) with ordinality
      as t (home_id, id, debit, credit, amount_cents, kind, reference, debit_after, credit_after, position)
    order by t.home_id, t.id
    on conflict do nothing;
    get diagnostics done = row_count;
    if done <> cardinality(ids) then
      raise exception 'a transfer is already there' using errcode = 'ZA001';
    end if;

    -- Each has the id of one of its transfers: making one up takes as long as to write the row.
    insert into ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
    select c.account, case when c.is_checked then 0 else public.cell_of(homes[c.one]) end, homes[c.one], ids[c.one],
      c.change_cents, public.cell_of(homes[c.one])
    from (
      select l.account, l.is_checked, sum(l.change_cents)::bigint as change_cents, min(l.position) as one
      from unnest(legs) l where l.mode = 'lazy'
      group by l.account, l.is_checked having sum(l.change_cents) <> 0
    ) c;
  exception when sqlstate 'ZA001' or check_violation then
    return;
  end;
  return query select * from unnest(amounts, debits_after, credits_after);
end $$;
