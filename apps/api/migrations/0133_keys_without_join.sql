-- As it was; but whether a key is there is asked by itself for each redemption, so that its whole key is looked for in the index, however
-- large the table was taken for when the plan was made.
CREATE OR REPLACE FUNCTION redeem_vouchers(
  merchants uuid[], code_keys text[], before_place text[], after_place text[], fingerprints bytea[], ids uuid[],
  transfer_ids uuid[], amounts bigint[], channels text[], staff uuid[], keys uuid[], "references" text[], metadata text[],
  kept text[], outbox_id uuid, outbox_topic text, outbox_payload bytea
) RETURNS TABLE ("position" integer, answer text) LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  instant timestamptz := moment();
  wanted uuid[];
  held uuid[];
  held_cents bigint[];
  plain integer[];
  homes uuid[];
  scopes bytea[];
  taken bigint[];
  remaining bigint[];
  names text[];
  answers text[];
BEGIN
  wanted := ARRAY(
    SELECT (SELECT l.target_id FROM unique_names l WHERE l.kind = 'voucher_code' AND l.key = a.code_key)
    FROM unnest(code_keys) WITH ORDINALITY AS a (code_key, n) ORDER BY a.n
  );
  SELECT array_agg(b.home_id), array_agg(b.balance_cents) INTO held, held_cents
  FROM ledger.lock_strict(NULL::smallint, wanted, ARRAY(SELECT 'voucher:' || w FROM unnest(wanted) AS w), true) b;

  -- A statement of its own: its snapshot begins after the locks are held.
  SELECT array_agg(p.n), array_agg(p.id), array_agg(p.scope), array_agg(p.amount_cents), array_agg(p.left_cents),
    array_agg(p.recipient_name),
    array_agg(
      '{"answer":{"id":"' || p.id || '","object":"voucher","status":"'
      || CASE p.left_cents WHEN 0 THEN 'REDEEMED' ELSE 'PARTIALLY_REDEEMED' END
      || '","amount":' || p.face_cents / 100 || ',"balance":' || p.left_cents / 100 || ',"currency":"KES","expires_at":"'
      || to_char(p.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","redemption":{"id":"' || ids[p.n] || '","amount":' || p.amount_cents / 100 || kept[p.n] || '}}}'
    )
  INTO plain, homes, scopes, taken, remaining, names, answers
  FROM (
    SELECT a.n, v.id, s.scope, c.amount_cents, c.balance_cents - c.amount_cents AS left_cents, v.recipient_name,
      v.face_cents, v.expires_at
    FROM unnest(wanted, merchants, code_keys, before_place, after_place, amounts)
      WITH ORDINALITY AS a (voucher_id, merchant_id, code_key, before_place, after_place, amount_cents, n)
    CROSS JOIN LATERAL (
      SELECT b.balance_cents, coalesce(a.amount_cents, b.balance_cents) AS amount_cents
      FROM (SELECT held_cents[array_position(held, a.voucher_id)] AS balance_cents OFFSET 0) b
    ) c
    JOIN LATERAL (SELECT * FROM vouchers WHERE id = a.voucher_id LIMIT 1) v ON true
    CROSS JOIN LATERAL (
      SELECT sha256(convert_to(a.before_place || v.id || a.after_place, 'UTF8')) AS scope OFFSET 0
    ) s
    WHERE c.amount_cents BETWEEN 1 AND c.balance_cents
      AND cardinality(array_positions(wanted, a.voucher_id)) = 1
      AND (c.balance_cents - c.amount_cents) % 100 = 0 AND v.face_cents % 100 = 0
      AND v.closed_as IS NULL AND v.frozen_at IS NULL AND v.deliver_at <= instant AND v.expires_at >= instant
      AND (v.issuer_merchant_id IS NULL OR v.issuer_merchant_id = a.merchant_id)
      AND NOT EXISTS (SELECT FROM holds h WHERE h.voucher_id = a.voucher_id AND h.status = 'OPEN')
      AND EXISTS (
        SELECT FROM unique_names l
        WHERE l.kind = 'voucher_code' AND l.key = a.code_key AND l.target_id = a.voucher_id
      )
      -- Not an anti-join, of which the scope may be a filter behind all keys of the voucher, while the table is small or not analyzed.
      AND (
        SELECT true FROM idempotency_keys k
        WHERE k.home_id = a.voucher_id AND k.merchant_id = a.merchant_id AND k.scope = s.scope
      ) IS NULL
      AND (v.code_place IS NULL OR NOT EXISTS (
        SELECT FROM idempotency_keys k
        WHERE k.home_id = a.voucher_id AND k.merchant_id = a.merchant_id AND k.scope = ANY (ARRAY[
          -- As lock_vouchers_to_redeem has them: under which answers were stored before the voucher's id was.
          sha256(convert_to(a.before_place || v.code_place || a.after_place, 'UTF8')),
          sha256(convert_to(a.before_place || a.code_key || a.after_place, 'UTF8'))
        ])
      ))
  ) p;
  IF plain IS NULL THEN RETURN; END IF;

  PERFORM ledger.spend(
    'voucher', 'merchant', 'redemption', homes, ARRAY(SELECT transfer_ids[n] FROM unnest(plain) AS n),
    ARRAY(SELECT merchants[n] FROM unnest(plain) AS n), taken
  );
  INSERT INTO redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata, key_id, cell
  )
  SELECT t.voucher_id, ids[t.n], merchants[t.n], t.amount_cents, t.left_cents, t.name, channels[t.n], staff[t.n],
    "references"[t.n], redeem_vouchers.metadata[t.n]::jsonb, keys[t.n], cell_of(t.voucher_id)
  FROM unnest(plain, homes, taken, remaining, names) AS t (n, voucher_id, amount_cents, left_cents, name);
  -- A key that is there all the same fails here, and with it the call.
  INSERT INTO idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer, cell)
  SELECT t.home_id, merchants[t.n], t.scope, fingerprints[t.n], 200, t.answer, cell_of(t.home_id)
  FROM unnest(plain, homes, scopes, answers) AS t (n, home_id, scope, answer);
  INSERT INTO outbox (id, topic, payload, is_urgent, available_at)
  VALUES (outbox_id, outbox_topic, outbox_payload, true, instant);
  RETURN QUERY SELECT * FROM unnest(plain, answers);
END $$;
