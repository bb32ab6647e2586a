-- The merchant's own word for a redemption, such as the number of a receipt of its till, and what else its system keeps
-- with a redemption or with a voucher of its own.
ALTER TABLE redemptions
  ADD COLUMN reference text CHECK (length(reference) BETWEEN 1 AND 400),
  ADD COLUMN metadata jsonb CHECK (jsonb_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 4096);
ALTER TABLE vouchers
  ADD COLUMN issuer_metadata jsonb
    CHECK (jsonb_typeof(issuer_metadata) = 'object' AND octet_length(issuer_metadata::text) <= 4096);

-- Found as a whole or by their beginning, by their merchant and by administrators. Redemptions without one cost nothing.
CREATE INDEX redemptions_by_merchant_reference ON redemptions (lower(reference) text_pattern_ops, merchant_id)
  WHERE reference IS NOT NULL;
CREATE INDEX vouchers_by_issuer_reference ON vouchers (lower(issuer_reference) text_pattern_ops, issuer_merchant_id)
  WHERE issuer_reference IS NOT NULL;

-- What made or ended a voucher of a merchant is a transaction of that merchant, read by this id.
CREATE INDEX voucher_activities_of_issuers ON voucher_activities (id)
  WHERE kind IN ('EXPIRED', 'VOIDED') OR (kind = 'ISSUED' AND actor_kind = 'merchant');

DROP FUNCTION record_redemptions(
  uuid[], uuid[], bytea[], bytea[], smallint[], text[], uuid[], bigint[], bigint[], text[], text[], uuid[]
);

-- As it was, with what the merchant's own system keeps with a redemption. A process of the version before, which names
-- neither, gets null for both.
CREATE FUNCTION record_redemptions(
  vouchers uuid[], merchants uuid[], scopes bytea[], fingerprints bytea[], statuses smallint[], answers text[],
  ids uuid[], amounts bigint[], balances bigint[], names text[], channels text[], staff uuid[],
  "references" text[] DEFAULT '{}', metadata text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken bigint;
BEGIN
  INSERT INTO redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata
  )
  SELECT t.voucher_id, t.id, t.merchant_id, t.amount_cents, t.balance_cents, t.name, t.channel, t.staff_id,
    t.reference, t.metadata::jsonb
  FROM unnest(
    vouchers, merchants, ids, amounts, balances, names, channels, staff, "references", record_redemptions.metadata
  ) AS t (voucher_id, merchant_id, id, amount_cents, balance_cents, name, channel, staff_id, reference, metadata)
  WHERE t.id IS NOT NULL;

  INSERT INTO idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer)
  SELECT * FROM unnest(vouchers, merchants, scopes, fingerprints, statuses, answers)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  -- The lock of its voucher is held by whoever answers a key, so this is a defect, and it must not pass.
  IF taken <> cardinality(vouchers) THEN
    RAISE EXCEPTION 'an idempotency key was answered meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
REVOKE ALL ON FUNCTION record_redemptions FROM public;
GRANT EXECUTE ON FUNCTION record_redemptions TO zawadi_app;
