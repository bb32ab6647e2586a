-- Most batches are of transfers that nothing stands against. On one PostgreSQL such a batch is locked, checked and written in one call, with
-- half of the statements of ledger.lock_transfers and ledger.apply_transfers, which do the others.

-- Posts transfers, in order, and tells for each, as ledger.post_group does, what was moved and which strict balances there are
-- after it. Moves nothing and tells nothing where one is already there, a balance would be below zero at any of them, an account
-- that shrinks is not open, or a checked lazy account shrinks.
CREATE FUNCTION ledger.post_batch(
  homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS TABLE (amount_cents bigint, debit_after_cents bigint, credit_after_cents bigint) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of(homes, debits, credits, amounts);
  instant timestamptz;
  debits_after bigint[];
  credits_after bigint[];
  done bigint;
BEGIN
  IF EXISTS (SELECT FROM unnest(legs) l WHERE l.mode = 'lazy' AND l.is_checked AND l.change_cents < 0) THEN RETURN; END IF;
  BEGIN
    -- Opened and changed in the order in which ledger.lock_strict_balances opens and locks them.
    INSERT INTO ledger.strict_balances (home_id, account, balance_cents, cell)
    SELECT DISTINCT l.home_id, l.account, 0, public.cell_of(l.home_id)
    FROM unnest(legs) l
    WHERE l.mode = 'strict' AND l.change_cents > 0 AND NOT EXISTS (
      SELECT FROM ledger.strict_balances b WHERE b.home_id = l.home_id AND b.account = l.account
    )
    ORDER BY l.home_id, l.account
    ON CONFLICT DO NOTHING;

    WITH changed AS (
      UPDATE ledger.strict_balances b SET balance_cents = b.balance_cents + c.change_cents
      FROM (
        SELECT l.home_id, l.account, sum(l.change_cents)::bigint AS change_cents, array_agg(l) AS legs
        FROM unnest(legs) l WHERE l.mode = 'strict' GROUP BY l.home_id, l.account ORDER BY l.home_id, l.account
      ) c
      WHERE b.home_id = c.home_id AND b.account = c.account
      RETURNING b.balance_cents, c.legs
    ), after AS (
      SELECT l.position, (l.side = 'debit') = (l.change_cents > 0) AS is_debit,
        c.balance_cents - coalesce(sum(l.change_cents) OVER (
          PARTITION BY l.home_id, l.account ORDER BY l.position ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
        ), 0)::bigint AS balance_cents
      FROM changed c CROSS JOIN LATERAL unnest(c.legs) l
      UNION ALL
      SELECT l.position, (l.side = 'debit') = (l.change_cents > 0), NULL FROM unnest(legs) l WHERE l.mode = 'lazy'
    )
    SELECT array_agg(a.balance_cents ORDER BY a.position) FILTER (WHERE a.is_debit),
      array_agg(a.balance_cents ORDER BY a.position) FILTER (WHERE NOT a.is_debit), count(*)
    INTO debits_after, credits_after, done
    FROM after a;
    IF done <> cardinality(legs) THEN
      RAISE EXCEPTION 'an account is not open' USING ERRCODE = 'ZA001';
    END IF;

    -- Not before the locks are held: the order of moments is that of balances. That none of these is below zero, constraints check.
    instant := public.clock_moment();
    INSERT INTO ledger.transfers (
      home_id, id, debit, credit, amount_cents, kind, reference,
      debit_balance_after_cents, credit_balance_after_cents, posted_at, position, cell
    )
    SELECT t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference, t.debit_after, t.credit_after, instant,
      t.position, public.cell_of(t.home_id)
    FROM unnest(homes, ids, debits, credits, amounts, kinds, refs, debits_after, credits_after) WITH ORDINALITY
      AS t (home_id, id, debit, credit, amount_cents, kind, reference, debit_after, credit_after, position)
    ORDER BY t.home_id, t.id
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done <> cardinality(ids) THEN
      RAISE EXCEPTION 'a transfer is already there' USING ERRCODE = 'ZA001';
    END IF;

    -- Each has the id of one of its transfers: making one up takes as long as to write the row.
    INSERT INTO ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
    SELECT c.account, CASE WHEN c.is_checked THEN 0 ELSE public.cell_of(homes[c.one]) END, homes[c.one], ids[c.one],
      c.change_cents, public.cell_of(homes[c.one])
    FROM (
      SELECT l.account, l.is_checked, sum(l.change_cents)::bigint AS change_cents, min(l.position) AS one
      FROM unnest(legs) l WHERE l.mode = 'lazy'
      GROUP BY l.account, l.is_checked HAVING sum(l.change_cents) <> 0
    ) c;
  EXCEPTION WHEN SQLSTATE 'ZA001' OR check_violation THEN
    RETURN;
  END;
  RETURN QUERY SELECT * FROM unnest(amounts, debits_after, credits_after);
END $$;
REVOKE ALL ON FUNCTION ledger.post_batch FROM public;
GRANT EXECUTE ON FUNCTION ledger.post_batch TO zawadi_app;
