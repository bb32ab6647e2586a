-- A post is two calls: lock_transfers tells what a decision needs, apply_transfers writes what was decided.

-- First round trip of a post: locks what the transfers need, then reads which of them are already there.
-- Cents travel as text, because JSON numbers lose digits.
CREATE FUNCTION ledger.lock_transfers(
  homes uuid[], ids uuid[], debits text[], credits text[], skips_busy boolean,
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
    SELECT * FROM ledger.lock_strict_balances(legs, skips_busy)
    UNION ALL
    SELECT * FROM ledger.lock_checked_balances(legs, skips_busy)
  ) b;

  SELECT json_agg(json_build_object(
    'homeId', t.home_id, 'id', t.id, 'debit', t.debit, 'credit', t.credit, 'kind', t.kind,
    'amountCents', t.amount_cents::text,
    'debitBalanceAfterCents', t.debit_balance_after_cents::text,
    'creditBalanceAfterCents', t.credit_balance_after_cents::text
  ))
  INTO existing
  FROM unnest(homes, ids) AS w (home_id, id)
  JOIN ledger.transfers t ON t.home_id = w.home_id AND t.id = w.id;
END $$;

-- Changes the rows that transfers change directly: strict ones, and checked lazy ones that shrink.
-- Returns the strict ones as they are afterwards.
CREATE FUNCTION ledger.change_balances(legs ledger.leg[]) RETURNS SETOF ledger.balance LANGUAGE plpgsql
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
    WHERE b.home_id = c.home_id AND b.account = c.account
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
    FROM shrinking s WHERE b.account = s.account AND b.bucket = 0
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
  homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_nestloop = off AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, amounts);
  instant timestamptz := clock_timestamp();
  posted bigint;
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT * FROM ledger.change_balances(legs)
  ), after AS MATERIALIZED (
    SELECT l.position, l.account, c.balance_cents - coalesce(sum(l.change_cents) OVER later, 0) AS balance_cents
    FROM unnest(legs) l
    JOIN changed c ON c.home_id = l.home_id AND c.account = l.account
    WHERE l.mode = 'strict'
    WINDOW later AS (
      PARTITION BY l.home_id, l.account ORDER BY l.position ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
    )
  )
  INSERT INTO ledger.transfers (
    home_id, id, debit, credit, amount_cents, kind, reference,
    debit_balance_after_cents, credit_balance_after_cents, posted_at, position
  )
  SELECT t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference,
    d.balance_cents, c.balance_cents, instant, t.position
  FROM unnest(homes, ids, debits, credits, amounts, kinds, refs) WITH ORDINALITY
    AS t (home_id, id, debit, credit, amount_cents, kind, reference, position)
  LEFT JOIN after d ON d.position = t.position AND d.account = t.debit
  LEFT JOIN after c ON c.position = t.position AND c.account = t.credit
  ORDER BY t.home_id, t.id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS posted = ROW_COUNT;
  -- Somebody posted one of these ids after our first round trip; run again, the caller will find it there.
  IF posted <> cardinality(homes) THEN
    RAISE EXCEPTION 'a transfer of this batch was posted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;

  INSERT INTO ledger.lazy_deltas (account, bucket, home_id, change_cents)
  SELECT c.account, ledger.bucket_of(c.homes[1], c.is_checked), c.homes[1], c.change_cents
  FROM (
    SELECT l.account, l.is_checked, sum(l.change_cents)::bigint AS change_cents, array_agg(l.home_id) AS homes
    FROM unnest(legs) l WHERE l.mode = 'lazy'
    GROUP BY l.account, l.is_checked
    HAVING sum(l.change_cents) <> 0 AND NOT (l.is_checked AND bool_or(l.change_cents < 0))
  ) c;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.lock_transfers, ledger.apply_transfers TO zawadi_app;
