-- The API key that took a redemption, for shops that give each till or system a key of its own. The main key has the id of
-- its merchant, so this refers to no table. Redemptions from before have none.
ALTER TABLE redemptions
  ADD COLUMN key_id uuid,
  ADD CONSTRAINT redemptions_key_is_of_api CHECK (key_id IS NULL OR channel = 'api') NOT VALID;

DROP FUNCTION record_redemptions(
  uuid[], uuid[], bytea[], bytea[], smallint[], text[], uuid[], bigint[], bigint[], text[], text[], uuid[], text[], text[]
);

-- As it was, with the key. A process of the version before, which names none, gets null for it.
CREATE FUNCTION record_redemptions(
  vouchers uuid[], merchants uuid[], scopes bytea[], fingerprints bytea[], statuses smallint[], answers text[],
  ids uuid[], amounts bigint[], balances bigint[], names text[], channels text[], staff uuid[],
  "references" text[] DEFAULT '{}', metadata text[] DEFAULT '{}', keys uuid[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken bigint;
BEGIN
  INSERT INTO redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata, key_id
  )
  SELECT t.voucher_id, t.id, t.merchant_id, t.amount_cents, t.balance_cents, t.name, t.channel, t.staff_id,
    t.reference, t.metadata::jsonb, t.key_id
  FROM unnest(
    vouchers, merchants, ids, amounts, balances, names, channels, staff, "references", record_redemptions.metadata,
    keys
  ) AS t (
    voucher_id, merchant_id, id, amount_cents, balance_cents, name, channel, staff_id, reference, metadata, key_id
  )
  WHERE t.id IS NOT NULL;

  INSERT INTO idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer)
  SELECT * FROM unnest(vouchers, merchants, scopes, fingerprints, statuses, answers)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  -- Every transaction that answers a key holds the lock of its voucher, so this is a defect, and it must not pass.
  IF taken <> cardinality(vouchers) THEN
    RAISE EXCEPTION 'an idempotency key was answered meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
REVOKE ALL ON FUNCTION record_redemptions FROM public;
GRANT EXECUTE ON FUNCTION record_redemptions TO zawadi_app;
