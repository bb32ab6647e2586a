-- Keys that can be changed: what is sealed begins with the id of its key, and the ids in use are known. docs/adr/0021
-- says what is sealed, hashed and derived, and how each of it comes under another key.
CREATE TABLE app_keys (
  -- Eight hexadecimal digits derived from the secret.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{8}$'),
  first_seen_at timestamptz NOT NULL DEFAULT moment(),
  -- When a process first sealed with it, and when one first sealed with another one instead.
  sealing_since timestamptz,
  replaced_at timestamptz,
  -- When a process first started without it, nothing being under it any more.
  dropped_at timestamptz
);
GRANT SELECT, INSERT ON app_keys TO zawadi_app;
GRANT UPDATE (sealing_since, replaced_at, dropped_at) ON app_keys TO zawadi_app;

-- Secrets of the application itself that outlive its keys: the key pair of Web Push.
CREATE TABLE app_secrets (
  name text PRIMARY KEY,
  sealed bytea NOT NULL
);
GRANT SELECT, INSERT ON app_secrets TO zawadi_app;

-- The hash by which the code of a voucher was found at first. Idempotency keys of its redemptions are kept under it,
-- however often the hash by which it is found changes; null while that is still the same.
ALTER TABLE vouchers ADD COLUMN code_place text;

DROP FUNCTION lock_vouchers_to_redeem(uuid[], text[], uuid[], bytea[], integer);

-- As it was, but for codes that may be found by several hashes, and for the scope of an idempotency key, which is made here:
-- before_place, the voucher's place, after_place.
-- code_keys has the hash by the newest key for each request by code; other_keys has others_each more for each request, by
-- the other keys of the ring, which are looked at where the first one finds nothing.
CREATE FUNCTION lock_vouchers_to_redeem(
  merchants uuid[], code_keys text[], other_keys text[], others_each integer, ids uuid[], before_place text[],
  after_place text[], longest_wait_ms integer
) RETURNS TABLE (
  "position" integer, voucher_id uuid, scope bytea, face_cents bigint, balance_cents bigint, expires_at timestamptz,
  closed_as text, recipient_name text, is_delivered boolean, is_for_here boolean, is_past_last_day boolean,
  fingerprint bytea, answer text
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
      v.expires_at < moment(), k.fingerprint, k.answer
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

-- The secret addresses that M-PESA reports payments at the pay bill to. CURRENT is the one it is known to use, NEXT one that
-- it has been told of; both are accepted. What comes to a RETIRED one is not.
CREATE TABLE pay_bill_addresses (
  id uuid PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT moment(),
  -- The key that was first in the ring: with its secret and a copy of the database the address can be read.
  key_id text NOT NULL,
  -- The last four characters, by which people tell addresses apart.
  ending text NOT NULL,
  confirmation_hash bytea NOT NULL REFERENCES callback_tokens (token_hash),
  validation_hash bytea NOT NULL REFERENCES callback_tokens (token_hash),
  confirmation_sealed bytea NOT NULL,
  validation_sealed bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('NEXT', 'CURRENT', 'RETIRED')),
  -- When the operator said that M-PESA uses it.
  current_since timestamptz,
  -- When M-PESA has answered to the address, whatever it said.
  told_at timestamptz
);
CREATE UNIQUE INDEX pay_bill_addresses_in_use ON pay_bill_addresses (state) WHERE state <> 'RETIRED';
GRANT SELECT, INSERT ON pay_bill_addresses TO zawadi_app;
GRANT UPDATE (told_at) ON pay_bill_addresses TO zawadi_app;

ALTER TABLE callback_tokens ADD COLUMN last_used_at timestamptz, ADD COLUMN retired_at timestamptz;
GRANT UPDATE (last_used_at) ON callback_tokens TO zawadi_app;
