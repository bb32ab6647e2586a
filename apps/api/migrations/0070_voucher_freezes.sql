-- A frozen voucher gives nothing: support stops it, or a refund or void of it waits for a second administrator. Its last day
-- waits as well: the days that it was frozen are given back.
ALTER TABLE vouchers
  -- Since when; the first freeze counts.
  ADD COLUMN frozen_at timestamptz,
  ADD COLUMN frozen_by_support boolean NOT NULL DEFAULT false,
  -- The request that waits.
  ADD COLUMN frozen_for uuid,
  ADD CONSTRAINT vouchers_frozen CHECK ((frozen_at IS NOT NULL) = (frozen_by_support OR frozen_for IS NOT NULL));

ALTER TABLE voucher_activities DROP CONSTRAINT voucher_activities_kind_check;
ALTER TABLE voucher_activities ADD CONSTRAINT voucher_activities_kind_check CHECK (
  kind IN (
    'ISSUED', 'DELIVERED', 'OPENED', 'REDEEMED', 'REDEMPTION_REVERSED', 'CLAIMED', 'EXPIRED', 'EXTENDED', 'VOIDED',
    'REFUNDED', 'RESENT', 'CORRECTED', 'THANKED', 'MOVED', 'FROZEN', 'UNFROZEN'
  )
);

-- The caller holds the lock of the voucher's value. request: null for support.
CREATE FUNCTION freeze_voucher(voucher uuid, request uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE vouchers SET
    frozen_at = coalesce(frozen_at, moment()),
    frozen_by_support = frozen_by_support OR request IS NULL,
    frozen_for = coalesce(request, frozen_for)
  WHERE id = voucher
$$;

-- The last one to let go gives back the days that began while the voucher was frozen. A closed one has no use for them.
CREATE FUNCTION unfreeze_voucher(voucher uuid, request uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE vouchers v SET
    frozen_at = CASE WHEN n.is_frozen THEN v.frozen_at END,
    frozen_by_support = n.by_support,
    frozen_for = n.request,
    expires_at = CASE
      WHEN n.is_frozen OR v.closed_as IS NOT NULL THEN v.expires_at
      ELSE v.expires_at + make_interval(days =>
        (moment() AT TIME ZONE 'Africa/Nairobi')::date - (v.frozen_at AT TIME ZONE 'Africa/Nairobi')::date)
    END
  FROM (
    SELECT id, by_support, left_request AS request, by_support OR left_request IS NOT NULL AS is_frozen
    FROM (
      SELECT id, frozen_by_support AND unfreeze_voucher.request IS NOT NULL AS by_support,
        nullif(frozen_for, unfreeze_voucher.request) AS left_request
      FROM vouchers WHERE id = voucher
    ) s
  ) n
  WHERE v.id = n.id AND v.frozen_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION freeze_voucher(uuid, uuid), unfreeze_voucher(uuid, uuid) FROM public;
GRANT EXECUTE ON FUNCTION freeze_voucher(uuid, uuid), unfreeze_voucher(uuid, uuid) TO zawadi_app;

DROP FUNCTION lock_vouchers_to_redeem(uuid[], text[], text[], integer, uuid[], text[], text[], integer);

-- As it was, but for vouchers that are frozen.
CREATE FUNCTION lock_vouchers_to_redeem(
  merchants uuid[], code_keys text[], other_keys text[], others_each integer, ids uuid[], before_place text[],
  after_place text[], longest_wait_ms integer
) RETURNS TABLE (
  "position" integer, voucher_id uuid, scope bytea, face_cents bigint, balance_cents bigint, expires_at timestamptz,
  closed_as text, recipient_name text, is_delivered boolean, is_for_here boolean, is_past_last_day boolean,
  is_frozen boolean, fingerprint bytea, answer text
) LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  wanted uuid[] := ARRAY(
    SELECT CASE
      WHEN a.code_key IS NOT NULL THEN coalesce((
        SELECT l.target_id FROM unique_names l WHERE l.kind = 'voucher_code' AND l.key = a.code_key
      ), (
        SELECT l.target_id FROM unique_names l
        WHERE others_each > 0 AND l.kind = 'voucher_code'
          AND l.key = ANY (other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int])
      ))
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
    SELECT a.n::integer, v.id, s.scope, v.face_cents, cents[array_position(held, v.id)], v.expires_at, v.closed_as,
      v.recipient_name, v.deliver_at <= moment(), v.issuer_merchant_id IS NULL OR v.issuer_merchant_id = a.merchant_id,
      v.expires_at < coalesce(v.frozen_at, moment()), v.frozen_at IS NOT NULL, k.fingerprint, k.answer
    FROM unnest(merchants, code_keys, ids, wanted, before_place, after_place)
      WITH ORDINALITY AS a (merchant_id, code_key, id, voucher_id, before_place, after_place, n)
    JOIN LATERAL (SELECT * FROM vouchers WHERE id = a.voucher_id LIMIT 1) v ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN a.code_key IS NOT NULL THEN coalesce((
        SELECT l.key FROM unique_names l
        WHERE l.kind = 'voucher_code' AND l.key = a.code_key AND l.target_id = a.voucher_id
      ), (
        SELECT l.key FROM unique_names l
        WHERE others_each > 0 AND l.kind = 'voucher_code' AND l.target_id = a.voucher_id
          AND l.key = ANY (other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int])
      )) END AS key OFFSET 0
    ) named
    CROSS JOIN LATERAL (
      SELECT sha256(convert_to(
        a.before_place || coalesce(a.id::text, v.code_place, named.key) || a.after_place, 'UTF8'
      )) AS scope OFFSET 0
    ) s
    LEFT JOIN LATERAL (
      SELECT * FROM idempotency_keys
      WHERE home_id = a.voucher_id AND merchant_id = a.merchant_id AND scope = s.scope LIMIT 1
    ) k ON true
    -- The buyer may have corrected the recipient, and with it the code, until a moment ago.
    WHERE a.code_key IS NULL OR named.key IS NOT NULL;
END $$;
REVOKE ALL ON FUNCTION lock_vouchers_to_redeem(uuid[], text[], text[], integer, uuid[], text[], text[], integer) FROM public;
GRANT EXECUTE ON FUNCTION lock_vouchers_to_redeem(uuid[], text[], text[], integer, uuid[], text[], text[], integer)
  TO zawadi_app;
