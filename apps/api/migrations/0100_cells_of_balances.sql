-- Functions of the ledger take a cell first: null is all cells in one call, as on one PostgreSQL; a number is this cell and
-- no other, so that Citus can run the whole call on the node that has it. One text serves both.
-- Those of the version before stay until the next one, and call these.

-- Adds the deltas of these balance rows, which the caller has locked, and forgets them. Not a watermark:
-- a delta that commits late is simply found by a later fold.
CREATE FUNCTION ledger.fold_into(in_cell smallint, accounts text[], buckets smallint[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  WITH taken AS (
    DELETE FROM ledger.lazy_deltas d
    USING unnest(accounts, buckets) AS t (account, bucket)
    WHERE d.account = t.account AND d.bucket = t.bucket AND (in_cell IS NULL OR d.cell = in_cell)
    RETURNING d.account, d.bucket, d.change_cents
  ), total AS (
    SELECT account, bucket, sum(change_cents)::bigint AS change_cents, count(*) AS deltas
    FROM taken GROUP BY account, bucket
  ), added AS (
    UPDATE ledger.lazy_balances b SET balance_cents = b.balance_cents + t.change_cents
    FROM total t WHERE b.account = t.account AND b.bucket = t.bucket AND (in_cell IS NULL OR b.cell = in_cell)
    RETURNING t.deltas
  )
  SELECT coalesce(sum(deltas), 0) INTO folded FROM added;
  RETURN folded;
END $$;

-- Folds every delta it sees; balance rows that another transaction holds are left for the next time. Of one cell: what
-- belongs to balance rows of other cells becomes one delta for each account.
CREATE FUNCTION ledger.fold(in_cell smallint) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  accounts text[];
  buckets smallint[];
  folded bigint;
BEGIN
  SELECT array_agg(d.account), array_agg(d.bucket) INTO accounts, buckets
  FROM (SELECT DISTINCT account, bucket FROM ledger.lazy_deltas WHERE in_cell IS NULL OR cell = in_cell) d
  WHERE NOT EXISTS (
    SELECT FROM ledger.lazy_balances b
    WHERE b.account = d.account AND b.bucket = d.bucket AND (in_cell IS NULL OR b.cell = in_cell)
  );
  INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents, cell)
  SELECT d.account, d.bucket, d.is_checked, 0, coalesce(in_cell, d.cell)
  FROM (
    SELECT o.account, o.bucket, k.is_checked, ledger.cell_of_balance(o.account, o.bucket, k.is_checked) AS cell
    FROM unnest(accounts, buckets) AS o (account, bucket)
    JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(o.account)
  ) d
  WHERE in_cell IS NULL OR d.cell = in_cell
  ORDER BY d.account, d.bucket
  ON CONFLICT DO NOTHING;

  WITH locked AS (
    SELECT b.account, b.bucket FROM ledger.lazy_balances b
    WHERE (in_cell IS NULL OR b.cell = in_cell) AND EXISTS (
      SELECT FROM ledger.lazy_deltas d
      WHERE d.account = b.account AND d.bucket = b.bucket AND (in_cell IS NULL OR d.cell = in_cell)
    )
    FOR UPDATE SKIP LOCKED
  )
  SELECT array_agg(account), array_agg(bucket) INTO accounts, buckets FROM locked;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  folded := ledger.fold_into(in_cell, accounts, buckets);
  IF in_cell IS NULL THEN RETURN folded; END IF;

  WITH taken AS (
    DELETE FROM ledger.lazy_deltas d
    WHERE d.cell = in_cell AND d.account IN (
      SELECT o.account FROM ledger.lazy_deltas o WHERE o.cell = in_cell AND o.bucket <> in_cell
      GROUP BY o.account HAVING count(*) > 1
    )
    RETURNING d.account, d.bucket, d.home_id, d.change_cents
  )
  INSERT INTO ledger.lazy_deltas (account, bucket, home_id, change_cents, cell)
  SELECT t.account, t.bucket, (array_agg(t.home_id))[1], sum(t.change_cents)::bigint, in_cell
  FROM taken t GROUP BY t.account, t.bucket HAVING sum(t.change_cents) <> 0;
  RETURN folded;
END $$;

-- Locks strict balances by home and code, in one order for all, after opening those that grow.
-- A row that another transaction holds comes back without its balance (skips_busy) or is waited for. An account that
-- is being opened at this moment is always waited for: its row cannot be seen yet.
CREATE FUNCTION ledger.lock_strict_balances(in_cell smallint, legs ledger.leg[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql AS $$
DECLARE
  locked_homes uuid[];
  locked_accounts ledger.account_code[];
  locked_cents bigint[];
BEGIN
  INSERT INTO ledger.strict_balances (home_id, account, balance_cents, cell)
  SELECT DISTINCT l.home_id, l.account, 0, coalesce(in_cell, public.cell_of(l.home_id))
  FROM unnest(legs) l
  WHERE l.mode = 'strict' AND l.change_cents > 0 AND NOT EXISTS (
    SELECT FROM ledger.strict_balances b
    WHERE b.home_id = l.home_id AND b.account = l.account AND (in_cell IS NULL OR b.cell = in_cell)
  )
  ORDER BY l.home_id, l.account
  ON CONFLICT DO NOTHING;

  IF NOT skips_busy THEN
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      WHERE in_cell IS NULL OR b.cell = in_cell
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b;
    RETURN;
  END IF;

  WITH locked AS (
    SELECT b.home_id, b.account, b.balance_cents
    FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    WHERE in_cell IS NULL OR b.cell = in_cell
    ORDER BY b.home_id, b.account
    FOR UPDATE OF b SKIP LOCKED
  )
  SELECT array_agg(l.home_id), array_agg(l.account), array_agg(l.balance_cents)
  INTO locked_homes, locked_accounts, locked_cents FROM locked l;
  RETURN QUERY SELECT * FROM unnest(locked_homes, locked_accounts, locked_cents);
  RETURN QUERY
    SELECT b.home_id, b.account, NULL::bigint
    FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    WHERE (in_cell IS NULL OR b.cell = in_cell) AND NOT EXISTS (
      SELECT FROM unnest(locked_homes, locked_accounts) x (home_id, account)
      WHERE x.home_id = w.home_id AND x.account = w.account
    );
END $$;

-- Locks the checked lazy balances that shrink, by code, and folds their deltas so that all of it can be spent.
-- What commits after the fold is missed: the balance can only be too low. Of one cell, its own deltas are folded: those
-- of other cells count once ledger.gather has brought them.
CREATE FUNCTION ledger.lock_checked_balances(in_cell smallint, legs ledger.leg[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql AS $$
DECLARE
  wanted text[] := ARRAY(
    SELECT DISTINCT l.account FROM unnest(legs) l
    WHERE l.mode = 'lazy' AND l.is_checked AND l.change_cents < 0
    ORDER BY l.account
  );
  stranger text;
  locked text[];
BEGIN
  IF cardinality(wanted) = 0 THEN RETURN; END IF;
  IF in_cell IS NOT NULL THEN
    SELECT min(w) INTO stranger FROM unnest(wanted) AS w
    WHERE ledger.cell_of_balance(w, 0::smallint, true) <> in_cell;
    IF stranger IS NOT NULL THEN
      RAISE EXCEPTION 'cell % does not have the balance of %', in_cell, stranger USING ERRCODE = 'invalid_parameter_value';
    END IF;
  END IF;

  INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents, cell)
  SELECT w.account, 0, true, 0, coalesce(in_cell, ledger.cell_of_balance(w.account, 0::smallint, true))
  FROM unnest(wanted) AS w (account)
  WHERE NOT EXISTS (
    SELECT FROM ledger.lazy_balances b
    WHERE b.account = w.account AND b.bucket = 0 AND (in_cell IS NULL OR b.cell = in_cell)
  )
  ORDER BY w.account COLLATE "C"
  ON CONFLICT DO NOTHING;

  IF skips_busy THEN
    locked := ARRAY(
      SELECT b.account FROM ledger.lazy_balances b
      WHERE b.account = ANY (wanted) AND b.bucket = 0 AND (in_cell IS NULL OR b.cell = in_cell)
      ORDER BY b.account FOR UPDATE SKIP LOCKED
    );
  ELSE
    locked := ARRAY(
      SELECT b.account FROM ledger.lazy_balances b
      WHERE b.account = ANY (wanted) AND b.bucket = 0 AND (in_cell IS NULL OR b.cell = in_cell)
      ORDER BY b.account FOR UPDATE
    );
  END IF;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  PERFORM ledger.fold_into(in_cell, locked, array_fill(0::smallint, ARRAY[cardinality(locked)]));
  RETURN QUERY
    SELECT NULL::uuid, b.account, CASE WHEN b.account = ANY (locked) THEN b.balance_cents END
    FROM ledger.lazy_balances b
    WHERE b.account = ANY (wanted) AND b.bucket = 0 AND (in_cell IS NULL OR b.cell = in_cell);
END $$;

-- Brings what a checked lazy account has collected in other cells to its balance row, for a transaction of its own: a
-- delta that another transaction takes and that has not ended in every cell is waited for, not counted twice.
CREATE FUNCTION ledger.gather(one text) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  its_cell smallint := ledger.cell_of_balance(one, 0::smallint, true);
  change bigint;
  gathered bigint := 0;
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger.account_kinds k WHERE k.kind = ledger.kind_of(one) AND k.mode = 'lazy' AND k.is_checked
  ) THEN
    RAISE EXCEPTION 'the balance of % is not checked', one USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM FROM ledger.lazy_balances b WHERE b.cell = its_cell AND b.account = one AND b.bucket = 0;
  IF NOT FOUND THEN
    INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents, cell)
    VALUES (one, 0, true, 0, its_cell) ON CONFLICT DO NOTHING;
  END IF;
  PERFORM FROM ledger.lazy_balances b WHERE b.cell = its_cell AND b.account = one AND b.bucket = 0 FOR UPDATE;
  FOR change IN DELETE FROM ledger.lazy_deltas d WHERE d.account = one AND d.bucket = 0 RETURNING d.change_cents LOOP
    gathered := gathered + change;
  END LOOP;
  UPDATE ledger.lazy_balances b SET balance_cents = b.balance_cents + gathered
  WHERE b.cell = its_cell AND b.account = one AND b.bucket = 0;
  RETURN gathered;
END $$;

-- Locks strict and checked balances for the rest of the transaction. An account never opened has no row.
CREATE FUNCTION ledger.lock_balances(in_cell smallint, homes uuid[], accounts text[])
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  one ledger.leg;
  legs ledger.leg[] := '{}';
  stranger text;
BEGIN
  FOREACH one IN ARRAY ledger.legs_of(homes, accounts, accounts, array_fill(1::bigint, ARRAY[cardinality(homes)])) LOOP
    -- The shrinking leg of each: nothing is opened.
    IF one.change_cents < 0 THEN legs := legs || one; END IF;
  END LOOP;
  SELECT min(l.account) INTO stranger FROM unnest(legs) l WHERE NOT l.is_checked;
  IF stranger IS NOT NULL THEN
    RAISE EXCEPTION 'the balance of % is not checked', stranger USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY SELECT * FROM ledger.lock_strict_balances(in_cell, legs, false);
  RETURN QUERY SELECT * FROM ledger.lock_checked_balances(in_cell, legs, false);
END $$;

-- Locks strict balances by home and code, in one order for all. Returns those it holds: one that another
-- transaction holds is left out (skips_busy) or waited for, one that was never opened is left out.
CREATE FUNCTION ledger.lock_strict(in_cell smallint, homes uuid[], accounts text[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF skips_busy THEN
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT t.home_id, t.account FROM unnest(homes, accounts) AS t (home_id, account)) w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      WHERE in_cell IS NULL OR b.cell = in_cell
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b SKIP LOCKED;
  ELSE
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT t.home_id, t.account FROM unnest(homes, accounts) AS t (home_id, account)) w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      WHERE in_cell IS NULL OR b.cell = in_cell
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b;
  END IF;
END $$;

-- Balances for display where each cell is asked by itself: a strict one in its cell, the parts of a lazy one in all of
-- them, which a transaction that ends meanwhile may show torn. Decisions are made under lock instead.
CREATE FUNCTION ledger.read_balances_of_cells(homes uuid[], accounts text[])
RETURNS TABLE (account text, cents bigint) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  wanted record;
  its_home uuid;
BEGIN
  FOR wanted IN
    SELECT w.home_id, w.account, k.kind, k.mode, k.members
    FROM unnest(homes, accounts) AS w (home_id, account)
    LEFT JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(w.account)
  LOOP
    its_home := CASE wanted.members WHEN 'homes' THEN right(wanted.account, 36)::uuid ELSE wanted.home_id END;
    IF wanted.kind IS NULL OR (wanted.mode = 'strict' AND its_home IS NULL) THEN
      RAISE EXCEPTION 'no account kind allows %, or its home must be named', wanted.account
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    account := wanted.account;
    IF wanted.mode = 'strict' THEN
      SELECT sum(b.balance_cents)::bigint INTO cents FROM ledger.strict_balances b
      WHERE b.cell = public.cell_of(its_home) AND b.home_id = its_home AND b.account = wanted.account;
    ELSE
      SELECT sum(p.cents)::bigint INTO cents FROM (
        SELECT b.balance_cents AS cents FROM ledger.lazy_balances b WHERE b.account = wanted.account
        UNION ALL
        SELECT d.change_cents FROM ledger.lazy_deltas d WHERE d.account = wanted.account
      ) p;
    END IF;
    cents := coalesce(cents, 0);
    RETURN NEXT;
  END LOOP;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM public;
