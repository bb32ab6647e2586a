-- Most posts are of one group that nothing stands against. Such a group is locked, checked and written in one call, row by
-- row: for a few rows, the plans of ledger.lock_transfers and ledger.apply_transfers cost more than the work.

-- The kind of an account that a transfer of this home moves, as ledger.legs_of finds it for many.
CREATE FUNCTION ledger.kind_for(home uuid, account text) RETURNS ledger.account_kinds LANGUAGE plpgsql STABLE AS $$
DECLARE
  its ledger.account_kinds;
BEGIN
  SELECT * INTO its FROM ledger.account_kinds k WHERE k.kind = ledger.kind_of(account);
  IF home IS NULL OR (CASE its.members
    WHEN 'one' THEN account = its.kind
    WHEN 'many' THEN CASE WHEN account <> its.kind THEN account = its.kind || ':' || right(account, 36)::uuid END
    WHEN 'homes' THEN account = its.kind || ':' || home
  END) IS NOT TRUE THEN
    RAISE EXCEPTION 'no account kind allows % on home %', account, home USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN its;
END $$;

-- Changes a strict balance by what may not be zero, and returns what it is afterwards; raises ZA001 where that would be
-- below zero.
CREATE FUNCTION ledger.change_strict_balance(home uuid, code text, change bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  its_cell smallint := public.cell_of(home);
  after_cents bigint;
BEGIN
  LOOP
    UPDATE ledger.strict_balances b SET balance_cents = b.balance_cents + change
    WHERE b.cell = its_cell AND b.home_id = home AND b.account = code AND b.balance_cents + change >= 0
    RETURNING b.balance_cents INTO after_cents;
    IF FOUND THEN RETURN after_cents; END IF;
    IF change < 0 THEN RAISE EXCEPTION 'too little' USING ERRCODE = 'ZA001'; END IF;
    INSERT INTO ledger.strict_balances (home_id, account, balance_cents, cell)
    VALUES (home, code, change, its_cell)
    ON CONFLICT DO NOTHING RETURNING balance_cents INTO after_cents;
    IF FOUND THEN RETURN after_cents; END IF;
    -- Another transaction has opened it meanwhile.
  END LOOP;
END $$;

-- Posts one group that nothing stands against, and tells for each transfer, in order, what was moved and which strict
-- balances there are afterwards. Moves nothing and tells nothing where a transfer is already there, a balance is too
-- low, or a checked lazy account shrinks: lock_transfers says more of these. An amount of null is the whole balance of a strict
-- account, zero the amount of the transfer before. Homes are all of one cell, where one is given.
CREATE FUNCTION ledger.post_group(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS TABLE (amount_cents bigint, debit_after_cents bigint, credit_after_cents bigint) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off AS $$
#variable_conflict use_variable
DECLARE
  debit_kinds ledger.account_kinds[];
  credit_kinds ledger.account_kinds[];
  debit_kind ledger.account_kinds;
  credit_kind ledger.account_kinds;
  strict_homes uuid[] := '{}';
  strict_accounts text[] := '{}';
  are_growing boolean[] := '{}';
  opened record;
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
BEGIN
  FOR n IN 1 .. cardinality(ids) LOOP
    debit_kind := ledger.kind_for(homes[n], debits[n]);
    credit_kind := ledger.kind_for(homes[n], credits[n]);
    IF (debit_kind.mode = 'lazy' AND debit_kind.is_checked AND debit_kind.side = 'credit')
      OR (credit_kind.mode = 'lazy' AND credit_kind.is_checked AND credit_kind.side = 'debit')
      OR (debit_kind.mode = 'lazy' AND amounts[n] IS NULL)
    THEN RETURN; END IF;
    IF debit_kind.mode = 'strict' THEN
      strict_homes := strict_homes || homes[n];
      strict_accounts := strict_accounts || debits[n];
      are_growing := are_growing || (debit_kind.side = 'debit');
    END IF;
    IF credit_kind.mode = 'strict' THEN
      strict_homes := strict_homes || homes[n];
      strict_accounts := strict_accounts || credits[n];
      are_growing := are_growing || (credit_kind.side = 'credit');
    END IF;
    debit_kinds := debit_kinds || debit_kind;
    credit_kinds := credit_kinds || credit_kind;
  END LOOP;

  -- In the order in which ledger.lock_strict_balances opens and locks them; that of a single transfer is
  -- locked by its change.
  IF cardinality(ids) > 1 OR cardinality(strict_homes) > 1 OR amounts[1] IS NULL THEN
    FOR opened IN
      SELECT DISTINCT w.home_id, w.account COLLATE "C" AS account
      FROM unnest(strict_homes, strict_accounts, are_growing) AS w (home_id, account, is_growing)
      WHERE w.is_growing ORDER BY 1, 2
    LOOP
      PERFORM FROM ledger.strict_balances b
      WHERE b.cell = public.cell_of(opened.home_id) AND b.home_id = opened.home_id AND b.account = opened.account;
      CONTINUE WHEN FOUND;
      INSERT INTO ledger.strict_balances (home_id, account, balance_cents, cell)
      VALUES (opened.home_id, opened.account, 0, public.cell_of(opened.home_id)) ON CONFLICT DO NOTHING;
    END LOOP;
    PERFORM FROM unnest(strict_homes, strict_accounts) AS w (home_id, account)
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    WHERE in_cell IS NULL OR b.cell = in_cell
    ORDER BY b.home_id, b.account FOR UPDATE OF b;
  END IF;
  IF EXISTS (
    SELECT FROM unnest(homes, ids) AS w (home_id, id)
    JOIN ledger.transfers t ON t.home_id = w.home_id AND t.id = w.id
    WHERE in_cell IS NULL OR t.cell = in_cell
  ) THEN RETURN; END IF;

  BEGIN
    FOR n IN 1 .. cardinality(ids) LOOP
      IF amounts[n] IS NULL THEN
        SELECT b.balance_cents INTO cents FROM ledger.strict_balances b
        WHERE b.cell = public.cell_of(homes[n]) AND b.home_id = homes[n] AND b.account = debits[n];
      ELSIF amounts[n] > 0 THEN
        cents := amounts[n];
      END IF;
      IF coalesce(cents, 0) = 0 THEN RAISE EXCEPTION 'nothing to move' USING ERRCODE = 'ZA001'; END IF;
      debit_kind := debit_kinds[n];
      change := CASE debit_kind.side WHEN 'debit' THEN cents ELSE -cents END;
      IF debit_kind.mode = 'strict' THEN
        debit_afters[n] := ledger.change_strict_balance(homes[n], debits[n], change);
      ELSE
        debit_afters[n] := NULL;
        lazy_homes := lazy_homes || homes[n];
        lazy_accounts := lazy_accounts || debits[n];
        lazy_changes := lazy_changes || change;
        are_checked := are_checked || debit_kind.is_checked;
      END IF;
      credit_kind := credit_kinds[n];
      change := CASE credit_kind.side WHEN 'credit' THEN cents ELSE -cents END;
      IF credit_kind.mode = 'strict' THEN
        credit_afters[n] := ledger.change_strict_balance(homes[n], credits[n], change);
      ELSE
        credit_afters[n] := NULL;
        lazy_homes := lazy_homes || homes[n];
        lazy_accounts := lazy_accounts || credits[n];
        lazy_changes := lazy_changes || change;
        are_checked := are_checked || credit_kind.is_checked;
      END IF;
      -- Not before the locks are held: the order of moments is that of balances.
      instant := coalesce(instant, public.clock_moment());
      moved[n] := cents;
      INSERT INTO ledger.transfers (
        home_id, id, debit, credit, amount_cents, kind, reference,
        debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
      ) VALUES (
        homes[n], ids[n], debits[n], credits[n], cents, kinds[n], refs[n], debit_afters[n], credit_afters[n], instant,
        n, public.cell_of(homes[n])
      ) ON CONFLICT DO NOTHING;
      -- Posted after it was looked for; run again, the caller will find it there.
      IF NOT FOUND THEN
        RAISE EXCEPTION 'a transfer of this group was posted meanwhile' USING ERRCODE = 'serialization_failure';
      END IF;
    END LOOP;
    INSERT INTO ledger.lazy_deltas (account, bucket, home_id, change_cents, cell)
    SELECT c.account, CASE WHEN c.is_checked THEN 0 ELSE public.cell_of(c.home_id) END, c.home_id, c.change_cents,
      public.cell_of(c.home_id)
    FROM (
      SELECT l.account, l.is_checked, (array_agg(l.home_id))[1] AS home_id, sum(l.change_cents)::bigint AS change_cents
      FROM unnest(lazy_homes, lazy_accounts, lazy_changes, are_checked) AS l (home_id, account, change_cents, is_checked)
      GROUP BY l.account, l.is_checked HAVING sum(l.change_cents) <> 0
    ) c;
  EXCEPTION WHEN SQLSTATE 'ZA001' THEN
    RETURN;
  END;
  RETURN QUERY SELECT * FROM unnest(moved, debit_afters, credit_afters);
END $$;

REVOKE ALL ON FUNCTION ledger.kind_for, ledger.change_strict_balance, ledger.post_group FROM public;
GRANT EXECUTE ON FUNCTION ledger.post_group TO zawadi_app;
