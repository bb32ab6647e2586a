-- As the balances before it: null is all cells in one call, a number this cell and no other.

-- First round trip of a post: locks what the transfers need, then reads which of them are already there.
-- Cents travel as text, because JSON numbers lose digits.
CREATE FUNCTION ledger.lock_transfers(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], skips_busy boolean,
  OUT kinds json, OUT balances json, OUT existing json
) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, array_fill(1::bigint, ARRAY[cardinality(homes)]));
BEGIN
  SELECT json_agg(json_build_object('account', k.account, 'side', k.side, 'mode', k.mode))
  INTO kinds
  FROM (SELECT DISTINCT l.account, l.side, l.mode FROM unnest(legs) l) k;

  SELECT json_agg(json_build_object('homeId', b.home_id, 'account', b.account, 'cents', b.balance_cents::text))
  INTO balances
  FROM (
    SELECT * FROM ledger.lock_strict_balances(in_cell, legs, skips_busy)
    UNION ALL
    SELECT * FROM ledger.lock_checked_balances(in_cell, legs, skips_busy)
  ) b;

  SELECT json_agg(json_build_object(
    'homeId', t.home_id, 'id', t.id, 'debit', t.debit, 'credit', t.credit, 'kind', t.kind,
    'amountCents', t.amount_cents::text,
    'debitBalanceAfterCents', t.debit_balance_after_cents::text,
    'creditBalanceAfterCents', t.credit_balance_after_cents::text
  ))
  INTO existing
  FROM unnest(homes, ids) AS w (home_id, id)
  JOIN ledger.transfers t ON t.home_id = w.home_id AND t.id = w.id
  WHERE in_cell IS NULL OR t.cell = in_cell;
END $$;

-- Changes the rows that transfers change directly: strict ones, and checked lazy ones that shrink.
-- Returns the strict ones as they are afterwards.
CREATE FUNCTION ledger.change_balances(in_cell smallint, legs ledger.leg[])
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SET enable_nestloop = on SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  wanted bigint;
  changed bigint;
BEGIN
  RETURN QUERY
    UPDATE ledger.strict_balances b SET balance_cents = b.balance_cents + c.change_cents
    FROM (
      SELECT l.home_id, l.account, sum(l.change_cents)::bigint AS change_cents
      FROM unnest(legs) l WHERE l.mode = 'strict' GROUP BY l.home_id, l.account
    ) c
    WHERE b.home_id = c.home_id AND b.account = c.account AND (in_cell IS NULL OR b.cell = in_cell)
    RETURNING b.home_id, b.account, b.balance_cents;
  GET DIAGNOSTICS changed = ROW_COUNT;
  SELECT count(DISTINCT (l.home_id, l.account)) INTO wanted FROM unnest(legs) l WHERE l.mode = 'strict';
  IF changed <> wanted THEN
    RAISE EXCEPTION 'a strict account is not open' USING ERRCODE = 'check_violation';
  END IF;

  IF NOT EXISTS (
    SELECT FROM unnest(legs) l WHERE l.mode = 'lazy' AND l.is_checked AND l.change_cents < 0
  ) THEN RETURN; END IF;
  WITH shrinking AS (
    SELECT l.account, sum(l.change_cents)::bigint AS change_cents
    FROM unnest(legs) l WHERE l.mode = 'lazy' AND l.is_checked
    GROUP BY l.account HAVING bool_or(l.change_cents < 0)
  ), updated AS (
    UPDATE ledger.lazy_balances b SET balance_cents = b.balance_cents + s.change_cents
    FROM shrinking s WHERE b.account = s.account AND b.bucket = 0 AND (in_cell IS NULL OR b.cell = in_cell)
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM shrinking), (SELECT count(*) FROM updated) INTO wanted, changed;
  IF changed <> wanted THEN
    RAISE EXCEPTION 'a checked account is empty' USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- Second round trip of a post: writes the transfers and everything that follows from them, or raises.
-- Balances are computed here from the transfers; nothing is taken from the caller but the transfers themselves.
CREATE FUNCTION ledger.apply_transfers(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_nestloop = off AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, amounts);
  instant timestamptz := public.clock_moment();
  posted bigint;
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT * FROM ledger.change_balances(in_cell, legs)
  ), after AS MATERIALIZED (
    SELECT l.position, l.account, c.balance_cents - coalesce(sum(l.change_cents) OVER later, 0) AS balance_cents
    FROM unnest(legs) l
    JOIN changed c ON c.home_id = l.home_id AND c.account = l.account
    WHERE l.mode = 'strict'
    WINDOW later AS (
      PARTITION BY l.home_id, l.account ORDER BY l.position ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
    )
  ), written AS (
    INSERT INTO ledger.transfers (
      home_id, id, debit, credit, amount_cents, kind, reference,
      debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
    )
    SELECT t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference,
      d.balance_cents, c.balance_cents, instant, t.position, coalesce(in_cell, public.cell_of(t.home_id))
    FROM unnest(homes, ids, debits, credits, amounts, kinds, refs) WITH ORDINALITY
      AS t (home_id, id, debit, credit, amount_cents, kind, reference, position)
    LEFT JOIN after d ON d.position = t.position AND d.account = t.debit
    LEFT JOIN after c ON c.position = t.position AND c.account = t.credit
    ORDER BY t.home_id, t.id
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  -- Not GET DIAGNOSTICS: on Citus that counts what was selected, conflicts too.
  SELECT count(*) INTO posted FROM written;
  -- One of these ids was posted after our first round trip; run again, the caller will find it there.
  IF posted <> cardinality(homes) THEN
    RAISE EXCEPTION 'a transfer of this batch was posted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;

  INSERT INTO ledger.lazy_deltas (account, bucket, home_id, change_cents, cell)
  SELECT c.account, CASE WHEN c.is_checked THEN 0 ELSE public.cell_of(c.homes[1]) END, c.homes[1], c.change_cents,
    coalesce(in_cell, public.cell_of(c.homes[1]))
  FROM (
    SELECT l.account, l.is_checked, sum(l.change_cents)::bigint AS change_cents, array_agg(l.home_id) AS homes
    FROM unnest(legs) l WHERE l.mode = 'lazy'
    GROUP BY l.account, l.is_checked
    HAVING sum(l.change_cents) <> 0 AND NOT (l.is_checked AND bool_or(l.change_cents < 0))
  ) c;
END $$;

-- What processes of the version before call.
CREATE OR REPLACE FUNCTION ledger.lock_transfers(
  homes uuid[], ids uuid[], debits text[], credits text[], skips_busy boolean,
  OUT kinds json, OUT balances json, OUT existing json
) LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM ledger.lock_transfers(NULL::smallint, homes, ids, debits, credits, skips_busy)
$$;
CREATE OR REPLACE FUNCTION ledger.apply_transfers(
  homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT ledger.apply_transfers(NULL::smallint, homes, ids, debits, credits, amounts, kinds, refs)
$$;
CREATE OR REPLACE FUNCTION ledger.lock_balances(homes uuid[], accounts text[])
RETURNS SETOF ledger.balance LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM ledger.lock_balances(NULL::smallint, homes, accounts)
$$;
CREATE OR REPLACE FUNCTION ledger.lock_strict(homes uuid[], accounts text[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM ledger.lock_strict(NULL::smallint, homes, accounts, skips_busy)
$$;
CREATE OR REPLACE FUNCTION ledger.fold() RETURNS bigint LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT ledger.fold(NULL::smallint)
$$;

DROP FUNCTION ledger.fold_into(text[], smallint[]);
DROP FUNCTION ledger.lock_strict_balances(ledger.leg[], boolean);
DROP FUNCTION ledger.lock_checked_balances(ledger.leg[], boolean);
DROP FUNCTION ledger.change_balances(ledger.leg[]);
DROP FUNCTION ledger.bucket_of(uuid, boolean);

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM public;
GRANT EXECUTE ON FUNCTION
  ledger.lock_transfers(smallint, uuid[], uuid[], text[], text[], boolean),
  ledger.apply_transfers(smallint, uuid[], uuid[], text[], text[], bigint[], text[], text[]),
  ledger.gather, ledger.read_balances_of_cells,
  ledger.lock_balances(smallint, uuid[], text[]), ledger.lock_strict(smallint, uuid[], text[], boolean),
  ledger.fold(smallint)
TO zawadi_app;
