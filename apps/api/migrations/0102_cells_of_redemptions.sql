-- Redemptions of one cell are locked and written by one call each, as those of the ledger are.

-- As it was, for all cells in one call (null) or for one. Of one cell the caller has found the vouchers of the codes (named_ids) and
-- the keys that lead to them now (named_keys): names are kept elsewhere. It reads them again after this call. Beside what
-- was answered until now it tells what shops hold.
CREATE FUNCTION lock_vouchers_to_redeem(
  in_cell smallint, merchants uuid[], code_keys text[], other_keys text[], others_each integer, ids uuid[],
  before_place text[], after_place text[], named_ids uuid[], named_keys text[], longest_wait_ms integer
) RETURNS TABLE (
  "position" integer, voucher_id uuid, scope bytea, face_cents bigint, balance_cents bigint, expires_at timestamptz,
  closed_as text, recipient_name text, is_delivered boolean, is_for_here boolean, is_past_last_day boolean,
  is_frozen boolean, held_cents bigint, fingerprint bytea, answer text
) LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  wanted uuid[] := named_ids;
  held uuid[];
  cents bigint[];
BEGIN
  IF in_cell IS NULL THEN
    wanted := ARRAY(
      SELECT coalesce((
        SELECT l.target_id FROM unique_names l WHERE l.kind = 'voucher_code' AND l.key = a.code_key
      ), (
        SELECT l.target_id FROM unique_names l
        WHERE others_each > 0 AND l.kind = 'voucher_code'
          AND l.key = ANY (other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int])
      ), (
        SELECT l.target_id FROM unique_names l
        WHERE l.kind = 'former_voucher_code' AND l.key = ANY (
          a.code_key || other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int]
        ) LIMIT 1
      ))
      FROM unnest(code_keys) WITH ORDINALITY AS a (code_key, n)
      ORDER BY a.n
    );
  END IF;
  IF cardinality(array_remove(ids, NULL)) > 0 THEN
    wanted := ARRAY(
      SELECT CASE WHEN a.id IS NULL THEN a.named_id ELSE (
        SELECT v.id FROM vouchers v
        WHERE v.id = a.id AND (in_cell IS NULL OR v.cell = in_cell) AND (
          v.issuer_merchant_id = a.merchant_id OR EXISTS (
            SELECT FROM redemptions r
            WHERE r.voucher_id = a.id AND r.merchant_id = a.merchant_id AND (in_cell IS NULL OR r.cell = in_cell)
          )
        )
      ) END
      FROM unnest(merchants, ids, wanted) WITH ORDINALITY AS a (merchant_id, id, named_id, n)
      ORDER BY a.n
    );
  END IF;

  IF longest_wait_ms IS NOT NULL THEN
    PERFORM set_config('lock_timeout', longest_wait_ms || 'ms', true);
  END IF;
  SELECT array_agg(b.home_id), array_agg(b.balance_cents) INTO held, cents
  FROM ledger.lock_strict(
    in_cell, wanted, ARRAY(SELECT 'voucher:' || w FROM unnest(wanted) AS w), longest_wait_ms IS NULL
  ) b;

  -- Names and vouchers are read by the next statements, whose snapshots begin after the locks are held.
  IF in_cell IS NULL THEN
    named_keys := ARRAY(
      SELECT CASE WHEN a.code_key IS NOT NULL THEN coalesce((
        SELECT l.key FROM unique_names l
        WHERE l.kind = 'voucher_code' AND l.key = a.code_key AND l.target_id = a.voucher_id
      ), (
        SELECT l.key FROM unique_names l
        WHERE others_each > 0 AND l.kind = 'voucher_code' AND l.target_id = a.voucher_id
          AND l.key = ANY (other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int])
      )) END
      FROM unnest(code_keys, wanted) WITH ORDINALITY AS a (code_key, voucher_id, n)
      ORDER BY a.n
    );
  END IF;
  RETURN QUERY
    SELECT a.n::integer, v.id, s.scope, v.face_cents, cents[array_position(held, v.id)], v.expires_at, v.closed_as,
      v.recipient_name, v.deliver_at <= moment(), v.issuer_merchant_id IS NULL OR v.issuer_merchant_id = a.merchant_id,
      v.expires_at < coalesce(v.frozen_at, moment()), v.frozen_at IS NOT NULL,
      (
        SELECT coalesce(sum(h.amount_cents), 0)::bigint FROM holds h
        WHERE h.voucher_id = a.voucher_id AND h.status = 'OPEN' AND (in_cell IS NULL OR h.cell = in_cell)
      ),
      k.fingerprint, k.answer
    FROM unnest(merchants, code_keys, ids, wanted, named_keys, before_place, after_place)
      WITH ORDINALITY AS a (merchant_id, code_key, id, voucher_id, named_key, before_place, after_place, n)
    JOIN LATERAL (
      SELECT * FROM vouchers WHERE id = a.voucher_id AND (in_cell IS NULL OR cell = in_cell) LIMIT 1
    ) v ON true
    CROSS JOIN LATERAL (
      SELECT sha256(convert_to(a.before_place || v.id || a.after_place, 'UTF8')) AS scope OFFSET 0
    ) s
    LEFT JOIN LATERAL (
      SELECT * FROM idempotency_keys
      WHERE home_id = a.voucher_id AND (in_cell IS NULL OR cell = in_cell) AND merchant_id = a.merchant_id
        AND scope = ANY (ARRAY[
          s.scope,
          -- Under which answers were stored before the id was: the hash of the code, as it was found at first and is found now.
          sha256(convert_to(a.before_place || v.code_place || a.after_place, 'UTF8')),
          sha256(convert_to(a.before_place || coalesce(a.named_key, a.code_key) || a.after_place, 'UTF8'))
        ])
      -- Before, a code and an id could each have an answer of their own under one key: each gets its own.
      ORDER BY (scope = s.scope) = (a.id IS NOT NULL) DESC LIMIT 1
    ) k ON true
    -- By a code that is not, or no longer, its own a request gets what it was answered before, or nothing: the buyer may have
    -- corrected the recipient, and with it the code, until a moment ago.
    WHERE a.code_key IS NULL OR a.named_key IS NOT NULL OR k.answer IS NOT NULL;
END $$;

-- As it was, for redemptions of all cells (null) or of one.
CREATE FUNCTION record_redemptions(
  in_cell smallint, vouchers uuid[], merchants uuid[], scopes bytea[], fingerprints bytea[], statuses smallint[],
  answers text[], ids uuid[], amounts bigint[], balances bigint[], names text[], channels text[], staff uuid[],
  "references" text[], metadata text[], keys uuid[]
) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken bigint;
BEGIN
  INSERT INTO redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata, key_id, cell
  )
  SELECT t.voucher_id, t.id, t.merchant_id, t.amount_cents, t.balance_cents, t.name, t.channel, t.staff_id,
    t.reference, t.metadata::jsonb, t.key_id, coalesce(in_cell, cell_of(t.voucher_id))
  FROM unnest(
    vouchers, merchants, ids, amounts, balances, names, channels, staff, "references", record_redemptions.metadata,
    keys
  ) AS t (
    voucher_id, merchant_id, id, amount_cents, balance_cents, name, channel, staff_id, reference, metadata, key_id
  )
  WHERE t.id IS NOT NULL;

  WITH written AS (
    INSERT INTO idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer, cell)
    SELECT t.home_id, t.merchant_id, t.scope, t.fingerprint, t.status, t.answer, coalesce(in_cell, cell_of(t.home_id))
    FROM unnest(vouchers, merchants, scopes, fingerprints, statuses, answers)
      AS t (home_id, merchant_id, scope, fingerprint, status, answer)
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  -- Not GET DIAGNOSTICS: on Citus that counts what was selected, conflicts too.
  SELECT count(*) INTO taken FROM written;
  -- Every transaction that answers a key holds the lock of its voucher, so this is a defect, and it must not pass.
  IF taken <> cardinality(vouchers) THEN
    RAISE EXCEPTION 'an idempotency key was answered meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- What processes of the version before call; of that the one that locks stays as it is.
CREATE OR REPLACE FUNCTION record_redemptions(
  vouchers uuid[], merchants uuid[], scopes bytea[], fingerprints bytea[], statuses smallint[], answers text[],
  ids uuid[], amounts bigint[], balances bigint[], names text[], channels text[], staff uuid[],
  "references" text[] DEFAULT '{}', metadata text[] DEFAULT '{}', keys uuid[] DEFAULT '{}'
) RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT record_redemptions(
    NULL::smallint, vouchers, merchants, scopes, fingerprints, statuses, answers, ids, amounts, balances, names, channels,
    staff, "references", metadata, keys
  )
$$;

REVOKE ALL ON FUNCTION
  lock_vouchers_to_redeem(
    smallint, uuid[], text[], text[], integer, uuid[], text[], text[], uuid[], text[], integer
  ),
  record_redemptions(
    smallint, uuid[], uuid[], bytea[], bytea[], smallint[], text[], uuid[], bigint[], bigint[], text[], text[], uuid[],
    text[], text[], uuid[]
  )
FROM public;
GRANT EXECUTE ON FUNCTION
  lock_vouchers_to_redeem(
    smallint, uuid[], text[], text[], integer, uuid[], text[], text[], uuid[], text[], integer
  ),
  record_redemptions(
    smallint, uuid[], uuid[], bytea[], bytea[], smallint[], text[], uuid[], bigint[], bigint[], text[], text[], uuid[],
    text[], text[], uuid[]
  )
TO zawadi_app;
