-- On Citus a function of one cell runs on that cell's node. A common table expression that feeds an insert there is sent to all
-- other nodes, by new connections and with a place in the commit: a transfer then waits for nodes that it has nothing to
-- do with. So what the insert needs is computed before it, into arrays.
CREATE OR REPLACE FUNCTION ledger.apply_transfers(
  in_cell smallint, homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_nestloop = off AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, amounts);
  instant timestamptz := public.clock_moment();
  debits_after bigint[];
  credits_after bigint[];
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
  )
  SELECT array_agg(d.balance_cents ORDER BY t.position), array_agg(c.balance_cents ORDER BY t.position)
  INTO debits_after, credits_after
  FROM unnest(debits, credits) WITH ORDINALITY AS t (debit, credit, position)
  LEFT JOIN after d ON d.position = t.position AND d.account = t.debit
  LEFT JOIN after c ON c.position = t.position AND c.account = t.credit;

  WITH written AS (
    INSERT INTO ledger.transfers (
      home_id, id, debit, credit, amount_cents, kind, reference,
      debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
    )
    SELECT t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference,
      t.debit_after, t.credit_after, instant, t.position, coalesce(in_cell, public.cell_of(t.home_id))
    FROM unnest(homes, ids, debits, credits, amounts, kinds, refs, debits_after, credits_after) WITH ORDINALITY
      AS t (home_id, id, debit, credit, amount_cents, kind, reference, debit_after, credit_after, position)
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
