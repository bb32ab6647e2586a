-- How balances are locked, folded and read.
-- The functions that the application calls plan each statement once and by index only: planning it anew would
-- cost more than running it, and a plan made while the tables were small must not read them whole for ever.

-- Both legs of every transfer. Raises on an account that no kind allows.
CREATE FUNCTION ledger.legs_of(homes uuid[], debits text[], credits text[], amounts bigint[])
RETURNS ledger.leg[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  legs ledger.leg[];
  stranger text;
BEGIN
  SELECT
    array_agg(ROW(t.position, t.home_id, s.account, k.side, k.mode, k.is_checked,
      CASE WHEN k.side = s.side THEN t.amount_cents ELSE -t.amount_cents END)::ledger.leg),
    min(format('%s on home %s', s.account, t.home_id)) FILTER (WHERE k.kind IS NULL OR t.home_id IS NULL)
  INTO legs, stranger
  FROM unnest(homes, debits, credits, amounts)
    WITH ORDINALITY AS t (home_id, debit, credit, amount_cents, position)
  CROSS JOIN LATERAL (VALUES (t.debit, 'debit'), (t.credit, 'credit')) AS s (account, side)
  LEFT JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(s.account) AND CASE k.members
    WHEN 'one' THEN s.account = k.kind
    WHEN 'many' THEN CASE WHEN s.account <> k.kind THEN s.account = k.kind || ':' || right(s.account, 36)::uuid END
    WHEN 'homes' THEN s.account = k.kind || ':' || t.home_id
  END;
  IF stranger IS NOT NULL THEN
    RAISE EXCEPTION 'no account kind allows %', stranger USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN coalesce(legs, '{}');
END $$;

-- Adds the deltas of these balance rows, which the caller has locked, and forgets them. Not a watermark:
-- a delta that commits late is simply found by a later fold.
CREATE FUNCTION ledger.fold_into(accounts text[], buckets smallint[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  WITH taken AS (
    DELETE FROM ledger.lazy_deltas d
    USING unnest(accounts, buckets) AS t (account, bucket)
    WHERE d.account = t.account AND d.bucket = t.bucket
    RETURNING d.account, d.bucket, d.change_cents
  ), total AS (
    SELECT account, bucket, sum(change_cents)::bigint AS change_cents, count(*) AS deltas
    FROM taken GROUP BY account, bucket
  ), added AS (
    UPDATE ledger.lazy_balances b SET balance_cents = b.balance_cents + t.change_cents
    FROM total t WHERE b.account = t.account AND b.bucket = t.bucket
    RETURNING t.deltas
  )
  SELECT coalesce(sum(deltas), 0) INTO folded FROM added;
  RETURN folded;
END $$;

-- Folds every delta it sees; balance rows that somebody else holds are left for the next time.
CREATE FUNCTION ledger.fold() RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  accounts text[];
  buckets smallint[];
BEGIN
  INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents)
  SELECT d.account, d.bucket, k.is_checked, 0
  FROM (SELECT DISTINCT account, bucket FROM ledger.lazy_deltas) d
  JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(d.account)
  WHERE NOT EXISTS (
    SELECT FROM ledger.lazy_balances b WHERE b.account = d.account AND b.bucket = d.bucket
  )
  ORDER BY d.account, d.bucket
  ON CONFLICT DO NOTHING;

  WITH locked AS (
    SELECT b.account, b.bucket FROM ledger.lazy_balances b
    WHERE EXISTS (SELECT FROM ledger.lazy_deltas d WHERE d.account = b.account AND d.bucket = b.bucket)
    FOR UPDATE SKIP LOCKED
  )
  SELECT array_agg(account), array_agg(bucket) INTO accounts, buckets FROM locked;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  RETURN ledger.fold_into(accounts, buckets);
END $$;

-- Locks strict balances by home and code, in one order for everybody, after opening those that grow.
-- A row that somebody else holds comes back without its balance (skips_busy) or is waited for. An account that
-- somebody is opening at this moment is always waited for: nobody can see its row.
CREATE FUNCTION ledger.lock_strict_balances(legs ledger.leg[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql AS $$
DECLARE
  locked ledger.balance[];
BEGIN
  INSERT INTO ledger.strict_balances (home_id, account, balance_cents)
  SELECT DISTINCT l.home_id, l.account, 0
  FROM unnest(legs) l
  WHERE l.mode = 'strict' AND l.change_cents > 0 AND NOT EXISTS (
    SELECT FROM ledger.strict_balances b WHERE b.home_id = l.home_id AND b.account = l.account
  )
  ORDER BY l.home_id, l.account
  ON CONFLICT DO NOTHING;

  IF NOT skips_busy THEN
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b;
    RETURN;
  END IF;

  locked := ARRAY(
    SELECT ROW(b.home_id, b.account, b.balance_cents)::ledger.balance
    FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    ORDER BY b.home_id, b.account
    FOR UPDATE OF b SKIP LOCKED
  );
  RETURN QUERY SELECT * FROM unnest(locked);
  RETURN QUERY
    SELECT b.home_id, b.account, NULL::bigint
    FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    WHERE NOT EXISTS (SELECT FROM unnest(locked) x WHERE x.home_id = w.home_id AND x.account = w.account);
END $$;

-- Locks the checked lazy balances that shrink, by code, and folds their deltas so that all of it can be spent.
-- What commits after the fold is missed: the balance can only be too low.
CREATE FUNCTION ledger.lock_checked_balances(legs ledger.leg[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql AS $$
DECLARE
  wanted text[] := ARRAY(
    SELECT DISTINCT l.account FROM unnest(legs) l
    WHERE l.mode = 'lazy' AND l.is_checked AND l.change_cents < 0
    ORDER BY l.account
  );
  locked text[];
BEGIN
  IF cardinality(wanted) = 0 THEN RETURN; END IF;

  INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents)
  SELECT w.account, 0, true, 0
  FROM unnest(wanted) AS w (account)
  WHERE NOT EXISTS (SELECT FROM ledger.lazy_balances b WHERE b.account = w.account AND b.bucket = 0)
  ORDER BY w.account COLLATE "C"
  ON CONFLICT DO NOTHING;

  IF skips_busy THEN
    locked := ARRAY(
      SELECT b.account FROM ledger.lazy_balances b WHERE b.account = ANY (wanted) AND b.bucket = 0
      ORDER BY b.account FOR UPDATE SKIP LOCKED
    );
  ELSE
    locked := ARRAY(
      SELECT b.account FROM ledger.lazy_balances b WHERE b.account = ANY (wanted) AND b.bucket = 0
      ORDER BY b.account FOR UPDATE
    );
  END IF;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  PERFORM ledger.fold_into(locked, array_fill(0::smallint, ARRAY[cardinality(locked)]));
  RETURN QUERY
    SELECT NULL::uuid, b.account, CASE WHEN b.account = ANY (locked) THEN b.balance_cents END
    FROM ledger.lazy_balances b WHERE b.account = ANY (wanted) AND b.bucket = 0;
END $$;

-- Locks strict and checked balances for the rest of the transaction. An account never opened has no row.
CREATE FUNCTION ledger.lock_balances(homes uuid[], accounts text[])
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  -- The shrinking leg of each: nothing is opened.
  legs ledger.leg[] := ARRAY(
    SELECT l FROM unnest(ledger.legs_of(homes, accounts, accounts, array_fill(1::bigint, ARRAY[cardinality(homes)]))) l
    WHERE l.change_cents < 0
  );
  stranger text;
BEGIN
  SELECT min(l.account) INTO stranger FROM unnest(legs) l WHERE NOT l.is_checked;
  IF stranger IS NOT NULL THEN
    RAISE EXCEPTION 'nobody checks the balance of %', stranger USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY SELECT * FROM ledger.lock_strict_balances(legs, false);
  RETURN QUERY SELECT * FROM ledger.lock_checked_balances(legs, false);
END $$;

-- Balances for display, all at one moment and without a lock.
CREATE FUNCTION ledger.read_balances(homes uuid[], accounts text[])
RETURNS TABLE (account text, cents bigint) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  stranger text;
BEGIN
  SELECT min(w.account) INTO stranger
  FROM unnest(homes, accounts) AS w (home_id, account)
  LEFT JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(w.account)
  WHERE k.kind IS NULL OR (k.mode = 'strict' AND k.members <> 'homes' AND w.home_id IS NULL);
  IF stranger IS NOT NULL THEN
    RAISE EXCEPTION 'no account kind allows %, or its home must be named', stranger
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  RETURN QUERY
    SELECT w.account, CASE k.mode
      WHEN 'strict' THEN coalesce((
        SELECT b.balance_cents FROM ledger.strict_balances b
        WHERE b.account = w.account
          AND b.home_id = CASE k.members WHEN 'homes' THEN right(w.account, 36)::uuid ELSE w.home_id END
      ), 0)
      ELSE (
        coalesce((SELECT sum(b.balance_cents) FROM ledger.lazy_balances b WHERE b.account = w.account), 0)
        + coalesce((SELECT sum(d.change_cents) FROM ledger.lazy_deltas d WHERE d.account = w.account), 0)
      )::bigint
    END
    FROM unnest(homes, accounts) AS w (home_id, account)
    JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(w.account);
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.kind_of, ledger.read_balances, ledger.lock_balances, ledger.fold TO zawadi_app;
