-- As it was, but that it leaves a group alone of which a strict account could not be locked before its moment was taken: one that
-- shrinks, and that another transaction was opening. Such an account could be changed after a later moment.
CREATE OR REPLACE FUNCTION ledger.post_group(
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

  BEGIN
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
      PERFORM FROM (
        SELECT DISTINCT l.home_id, l.account FROM unnest(strict_homes, strict_accounts) AS l (home_id, account)
      ) w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      WHERE in_cell IS NULL OR b.cell = in_cell
      ORDER BY b.home_id, b.account FOR UPDATE OF b;
      GET DIAGNOSTICS locked = ROW_COUNT;
      IF locked < (
        SELECT count(DISTINCT (w.home_id, w.account)) FROM unnest(strict_homes, strict_accounts) AS w (home_id, account)
      ) THEN
        -- Undone, so that no lock is held while others are taken in their order.
        RAISE EXCEPTION 'an account is not open' USING ERRCODE = 'ZA001';
      END IF;
    END IF;
    IF EXISTS (
      SELECT FROM unnest(homes, ids) AS w (home_id, id)
      JOIN ledger.transfers t ON t.home_id = w.home_id AND t.id = w.id
      WHERE in_cell IS NULL OR t.cell = in_cell
    ) THEN RETURN; END IF;

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

-- One transfer between a strict account and a lazy one that nothing stands against, which is what is posted most, is written by one
-- statement. Whatever else it is, ledger.post_group is asked. Of ten expressions of PL/pgSQL each costs as much as an index
-- entry, as they are made ready again in every transaction.

-- @returns as ledger.post_group
CREATE FUNCTION ledger.post_one(
  home uuid, one uuid, debit_account text, credit_account text, amount bigint, transfer_kind text, ref text
) RETURNS TABLE (amount_cents bigint, debit_after_cents bigint, credit_after_cents bigint) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off AS $$
#variable_conflict use_variable
DECLARE
  plain record;
  posted record;
BEGIN
  SELECT k.is_debit_strict, k.is_checked,
    CASE WHEN k.is_debit_strict THEN debit_account ELSE credit_account END AS strict_account,
    CASE WHEN k.is_debit_strict THEN credit_account ELSE debit_account END AS lazy_account,
    CASE WHEN k.is_debit_strict THEN k.debit_change ELSE k.credit_change END AS strict_change,
    CASE WHEN k.is_debit_strict THEN k.credit_change ELSE k.debit_change END AS lazy_change
  INTO plain
  FROM (
    SELECT d.mode = 'strict' AS is_debit_strict,
      CASE WHEN d.mode = 'strict' THEN c.is_checked ELSE d.is_checked END AS is_checked,
      CASE d.side WHEN 'debit' THEN amount ELSE -amount END AS debit_change,
      CASE c.side WHEN 'credit' THEN amount ELSE -amount END AS credit_change
    FROM ledger.account_kinds d, ledger.account_kinds c
    WHERE d.kind = ledger.kind_of(debit_account) AND c.kind = ledger.kind_of(credit_account) AND d.mode <> c.mode
      AND CASE d.members
        WHEN 'one' THEN debit_account = d.kind
        WHEN 'many' THEN CASE WHEN debit_account <> d.kind THEN debit_account = d.kind || ':' || right(debit_account, 36)::uuid END
        ELSE debit_account = d.kind || ':' || home
      END
      AND CASE c.members
        WHEN 'one' THEN credit_account = c.kind
        WHEN 'many' THEN CASE WHEN credit_account <> c.kind THEN credit_account = c.kind || ':' || right(credit_account, 36)::uuid END
        ELSE credit_account = c.kind || ':' || home
      END
  ) k
  WHERE amount > 0 AND NOT (k.is_checked AND CASE WHEN k.is_debit_strict THEN k.credit_change ELSE k.debit_change END < 0);
  IF FOUND THEN
    WITH changed AS (
      UPDATE ledger.strict_balances b SET balance_cents = b.balance_cents + plain.strict_change
      WHERE b.home_id = home AND b.account = plain.strict_account AND b.balance_cents + plain.strict_change >= 0
        AND NOT EXISTS (SELECT FROM ledger.transfers t WHERE t.home_id = home AND t.id = one)
      RETURNING b.balance_cents
    ), written AS (
      INSERT INTO ledger.transfers (
        home_id, id, debit, credit, amount_cents, kind, reference,
        debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
      )
      -- The moment is that of the row before it, and so after its lock: the order of moments is that of balances.
      SELECT home, one, debit_account, credit_account, amount, transfer_kind, ref,
        CASE WHEN plain.is_debit_strict THEN c.balance_cents END,
        CASE WHEN NOT plain.is_debit_strict THEN c.balance_cents END,
        public.clock_moment(), 1, public.cell_of(home)
      FROM changed c
      ON CONFLICT DO NOTHING
      RETURNING debit_balance_after_cents AS debit_after, credit_balance_after_cents AS credit_after
    ), added AS (
      INSERT INTO ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
      SELECT plain.lazy_account, CASE WHEN plain.is_checked THEN 0 ELSE public.cell_of(home) END, home, one,
        plain.lazy_change, public.cell_of(home)
      FROM written
    )
    SELECT w.debit_after, w.credit_after, w.debit_after IS NOT NULL OR w.credit_after IS NOT NULL AS is_written INTO posted
    FROM changed c LEFT JOIN written w ON true;
    IF FOUND THEN
      -- Posted after it was looked for; run again, the caller will find it there.
      IF NOT posted.is_written THEN
        RAISE EXCEPTION 'a transfer was posted meanwhile' USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN QUERY VALUES (amount, posted.debit_after, posted.credit_after);
      RETURN;
    END IF;
  END IF;
  RETURN QUERY SELECT * FROM ledger.post_group(
    NULL::smallint, ARRAY[home], ARRAY[one], ARRAY[debit_account], ARRAY[credit_account], ARRAY[amount],
    ARRAY[transfer_kind], ARRAY[ref]
  );
END $$;
REVOKE ALL ON FUNCTION ledger.post_one FROM public;
GRANT EXECUTE ON FUNCTION ledger.post_one TO zawadi_app;
