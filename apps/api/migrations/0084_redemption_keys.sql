-- An idempotency key of a redemption is kept under the voucher's id, however the request named the voucher: by its id, by
-- its code, or by a code that it had before.

-- What was stored under a code until now is found by the id as well.
UPDATE vouchers v SET code_place = l.key
FROM unique_names l
WHERE v.code_place IS NULL AND l.kind = 'voucher_code' AND l.target_id = v.id
  AND EXISTS (SELECT FROM idempotency_keys k WHERE k.home_id = v.id);

COMMENT ON TABLE unique_names IS
  'One row per globally unique name: purchase, withdrawal, bill_reference, checkout_request, receipt, voucher_code, former_voucher_code, claim_token.';

-- The code of a gift whose recipient was corrected spends nothing any more, but what was answered to it is repeated. Its
-- claim link finds nothing.
CREATE OR REPLACE FUNCTION retire_voucher_names(voucher uuid, names text[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH kept AS (
    UPDATE unique_names SET kind = 'former_voucher_code'
    WHERE kind = 'voucher_code' AND key = ANY (names) AND target_id = voucher
    RETURNING 1
  ), dropped AS (
    DELETE FROM unique_names
    WHERE kind = 'claim_token' AND key = ANY (names) AND target_id = voucher
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM kept) + (SELECT count(*) FROM dropped)
$$;

-- As it was, with the same arguments and answer, so that processes of the version before use it too; but the scope of an
-- idempotency key is made of the voucher's id, and a code that the voucher had before finds what was answered to it.
-- Replaced, not dropped: both versions run while one is deployed.
CREATE OR REPLACE FUNCTION lock_vouchers_to_redeem(
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
      ), (
        SELECT l.target_id FROM unique_names l
        WHERE l.kind = 'former_voucher_code' AND l.key = ANY (
          a.code_key || other_keys[((a.n - 1) * others_each + 1)::int : (a.n * others_each)::int]
        ) LIMIT 1
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
      SELECT sha256(convert_to(a.before_place || v.id || a.after_place, 'UTF8')) AS scope OFFSET 0
    ) s
    LEFT JOIN LATERAL (
      SELECT * FROM idempotency_keys
      WHERE home_id = a.voucher_id AND merchant_id = a.merchant_id AND scope = ANY (ARRAY[
        s.scope,
        -- Under which answers were stored before the id was: the hash of the code, as it was found at first and is found now.
        sha256(convert_to(a.before_place || v.code_place || a.after_place, 'UTF8')),
        sha256(convert_to(a.before_place || coalesce(named.key, a.code_key) || a.after_place, 'UTF8'))
      ])
      -- Before, a code and an id could each have an answer of their own under one key: each gets its own.
      ORDER BY (scope = s.scope) = (a.id IS NOT NULL) DESC LIMIT 1
    ) k ON true
    -- By a code that is not, or no longer, its own a request gets what it was answered before, or nothing: the buyer may have
    -- corrected the recipient, and with it the code, until a moment ago.
    WHERE a.code_key IS NULL OR named.key IS NOT NULL OR k.answer IS NOT NULL;
END $$;
