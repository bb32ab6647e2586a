-- A redemption takes two round trips: one call that locks and reads, one statement that writes. What follows from it
-- is left to the worker, in one outbox row for a whole batch. docs/adr/0004-batched-writers.md has the measurements.
-- As in the ledger, each statement is planned once and by index only.

-- Locks strict balances by home and code, in one order for everybody. Returns those it holds: one that another
-- transaction holds is left out (skips_busy) or waited for, one that was never opened is left out.
CREATE FUNCTION ledger.lock_strict(homes uuid[], accounts text[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF skips_busy THEN
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT t.home_id, t.account FROM unnest(homes, accounts) AS t (home_id, account)) w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b SKIP LOCKED;
  ELSE
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT t.home_id, t.account FROM unnest(homes, accounts) AS t (home_id, account)) w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b;
  END IF;
END $$;
REVOKE ALL ON FUNCTION ledger.lock_strict FROM public;
GRANT EXECUTE ON FUNCTION ledger.lock_strict TO zawadi_app;

-- Locks the balances of vouchers that merchants want to redeem, named by code or by id, and then reads what decides
-- it: nobody can change that before the end of the transaction, as every other change of a voucher's value, of its code
-- and of its keys takes the same lock. A voucher id counts only at a merchant that issued or redeemed it.
-- longest_wait_ms: how long to wait for locks; null is not at all, and balance_cents is null for what is held elsewhere.
CREATE FUNCTION lock_vouchers_to_redeem(
  merchants uuid[], code_keys text[], ids uuid[], scopes bytea[], longest_wait_ms integer
) RETURNS TABLE (
  "position" integer, voucher_id uuid, face_cents bigint, balance_cents bigint, expires_at timestamptz, closed_as text,
  recipient_name text, is_delivered boolean, is_for_here boolean, is_past_last_day boolean, fingerprint bytea, answer text
) LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  wanted uuid[] := ARRAY(
    SELECT CASE
      WHEN a.code_key IS NOT NULL THEN (
        SELECT l.target_id FROM lookups l WHERE l.kind = 'voucher_code' AND l.key = a.code_key
      )
      ELSE (
        SELECT v.id FROM vouchers v
        WHERE v.id = a.id AND (v.issuer_merchant_id = a.merchant_id OR EXISTS (
          SELECT FROM redemptions r WHERE r.voucher_id = a.id AND r.merchant_id = a.merchant_id
        ))
      )
    END
    FROM unnest(merchants, code_keys, ids) WITH ORDINALITY AS a (merchant_id, code_key, id, n)
    ORDER BY a.n
  );
  held uuid[];
  cents bigint[];
BEGIN
  IF longest_wait_ms IS NOT NULL THEN
    PERFORM set_config('lock_timeout', longest_wait_ms || 'ms', true);
  END IF;
  SELECT array_agg(b.home_id), array_agg(b.balance_cents) INTO held, cents
  FROM ledger.lock_strict(wanted, ARRAY(SELECT 'voucher:' || w FROM unnest(wanted) AS w), longest_wait_ms IS NULL) b;

  -- Read by the next statement, whose snapshot begins after the locks are held.
  RETURN QUERY
    SELECT a.n::integer, v.id, v.face_cents, cents[array_position(held, v.id)], v.expires_at, v.closed_as,
      v.recipient_name, v.deliver_at <= now(), v.issuer_merchant_id IS NULL OR v.issuer_merchant_id = a.merchant_id,
      v.expires_at < now(), k.fingerprint, k.answer
    FROM unnest(merchants, code_keys, wanted, scopes) WITH ORDINALITY AS a (merchant_id, code_key, voucher_id, scope, n)
    JOIN LATERAL (SELECT * FROM vouchers WHERE id = a.voucher_id LIMIT 1) v ON true
    LEFT JOIN LATERAL (
      SELECT * FROM idempotency_keys
      WHERE home_id = a.voucher_id AND merchant_id = a.merchant_id AND scope = a.scope LIMIT 1
    ) k ON true
    -- The buyer may have corrected the recipient, and with it the code, until a moment ago.
    WHERE a.code_key IS NULL OR EXISTS (
      SELECT FROM lookups l WHERE l.kind = 'voucher_code' AND l.key = a.code_key AND l.target_id = a.voucher_id
    );
END $$;

-- Writes redemptions and the answers to repeat; a refusal has an answer and no redemption.
CREATE FUNCTION record_redemptions(
  vouchers uuid[], merchants uuid[], scopes bytea[], fingerprints bytea[], statuses smallint[], answers text[],
  ids uuid[], amounts bigint[], balances bigint[], names text[], channels text[], staff uuid[]
) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken bigint;
BEGIN
  INSERT INTO redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id
  )
  SELECT t.voucher_id, t.id, t.merchant_id, t.amount_cents, t.balance_cents, t.name, t.channel, t.staff_id
  FROM unnest(vouchers, merchants, ids, amounts, balances, names, channels, staff)
    AS t (voucher_id, merchant_id, id, amount_cents, balance_cents, name, channel, staff_id)
  WHERE t.id IS NOT NULL;

  INSERT INTO idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer)
  SELECT * FROM unnest(vouchers, merchants, scopes, fingerprints, statuses, answers)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  -- Whoever answers a key holds the lock of its voucher, so this is nobody's fault but ours; it must not pass.
  IF taken <> cardinality(vouchers) THEN
    RAISE EXCEPTION 'an idempotency key was answered meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- Writes outbox rows. Sorted, so that two transactions that write the same keys wait for each other instead of
-- deadlocking.
CREATE FUNCTION enqueue_outbox(
  ids uuid[], topics text[], payloads bytea[], dedupe_keys text[], urgent boolean[], due timestamptz[]
) RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO outbox (id, topic, payload, dedupe_key, is_urgent, available_at)
  SELECT t.id, t.topic, t.payload, t.dedupe_key, t.is_urgent, coalesce(t.available_at, now())
  FROM unnest(ids, topics, payloads, dedupe_keys, urgent, due)
    AS t (id, topic, payload, dedupe_key, is_urgent, available_at)
  ORDER BY t.topic, t.dedupe_key
  ON CONFLICT (topic, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
$$;

REVOKE ALL ON FUNCTION lock_vouchers_to_redeem, record_redemptions, enqueue_outbox FROM public;
GRANT EXECUTE ON FUNCTION lock_vouchers_to_redeem, record_redemptions, enqueue_outbox TO zawadi_app;
