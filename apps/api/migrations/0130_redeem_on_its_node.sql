-- Where cells are on several nodes a plain redemption is made row by row: each statement is of one table and one cell, which Citus
-- plans fastest. An insert that selects it carries out through files. Plans are not kept: Citus 14.0 makes
-- them again at each use all the same and forgets none (its pull request 8824), until memory is full.

-- Locks a strict balance; null where another transaction holds it, or where it is not open.
CREATE FUNCTION ledger.lock_one(in_cell smallint, home uuid, account text) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off AS $$
DECLARE
  cents bigint;
BEGIN
  SELECT b.balance_cents INTO cents FROM ledger.strict_balances b
  WHERE b.cell = in_cell AND b.home_id = home AND b.account = lock_one.account
  FOR UPDATE SKIP LOCKED;
  RETURN cents;
END $$;
REVOKE ALL ON FUNCTION ledger.lock_one FROM public;
GRANT EXECUTE ON FUNCTION ledger.lock_one TO zawadi_app;

-- As ledger.spend, for one transfer.
CREATE FUNCTION ledger.spend_one(
  in_cell smallint, debit_kind text, credit_kind text, kind text, home uuid, id uuid, member uuid, amount bigint
) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off AS $$
DECLARE
  instant timestamptz := public.clock_moment();
  debit_account text := debit_kind || ':' || home;
  credit_account text := credit_kind || ':' || member;
  is_checked boolean;
  left_cents bigint;
BEGIN
  SELECT c.is_checked INTO is_checked FROM ledger.account_kinds d, ledger.account_kinds c
  WHERE d.kind = debit_kind AND d.mode = 'strict' AND d.side = 'credit' AND d.members = 'homes'
    AND c.kind = credit_kind AND c.mode = 'lazy' AND c.side = 'credit' AND c.members = 'many';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no transfers from % to % by this call', debit_kind, credit_kind
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE ledger.strict_balances b SET balance_cents = b.balance_cents - amount
  WHERE b.cell = in_cell AND b.home_id = home AND b.account = debit_account
  RETURNING b.balance_cents INTO left_cents;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a strict account is not open' USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO ledger.transfers (
    home_id, id, debit, credit, amount_cents, kind, debit_balance_after_cents, posted_at, position, cell
  ) VALUES (home, spend_one.id, debit_account, credit_account, amount, spend_one.kind, left_cents, instant, 1, in_cell);
  INSERT INTO ledger.lazy_deltas (account, bucket, home_id, id, change_cents, cell)
  VALUES (
    credit_account, CASE WHEN is_checked THEN 0 ELSE in_cell END, home, spend_one.id, amount, in_cell
  );
END $$;
REVOKE ALL ON FUNCTION ledger.spend_one FROM public;
GRANT EXECUTE ON FUNCTION ledger.spend_one TO zawadi_app;

-- As redeem_vouchers, for one voucher, of which the caller has found the cell and reads behind this call whether its code still
-- leads there; a voucher meant by its id counts where it was issued or redeemed before. Without an outbox row, which is written
-- elsewhere. Tells the answer, as it is stored with the key; null where another transaction holds the voucher, or something
-- may stand against it, and nothing is done.
CREATE FUNCTION redeem_voucher(
  in_cell smallint, voucher uuid, is_by_id boolean, merchant uuid, before_place text, after_place text, fingerprint bytea,
  id uuid, transfer_id uuid, amount bigint, channel text, staff_id uuid, key_id uuid, "reference" text, metadata text,
  kept text, OUT is_busy boolean, OUT answer text
) LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  instant timestamptz := moment();
  balance bigint := ledger.lock_one(in_cell, voucher, 'voucher:' || voucher);
  taken bigint := coalesce(amount, balance);
  remaining bigint := balance - taken;
  its record;
  scope_of_key bytea := sha256(convert_to(before_place || voucher || after_place, 'UTF8'));
BEGIN
  is_busy := balance IS NULL;
  IF is_busy OR taken NOT BETWEEN 1 AND balance OR remaining % 100 <> 0 THEN RETURN; END IF;
  -- Its snapshot begins after the lock is held. Those with a code's place may have answers stored under it.
  SELECT v.face_cents, v.expires_at, v.recipient_name, v.issuer_merchant_id INTO its FROM vouchers v
  WHERE v.cell = in_cell AND v.id = voucher AND v.face_cents % 100 = 0 AND v.closed_as IS NULL AND v.frozen_at IS NULL
    AND v.deliver_at <= instant AND v.expires_at >= instant AND v.code_place IS NULL
    AND (v.issuer_merchant_id IS NULL OR v.issuer_merchant_id = merchant);
  IF NOT FOUND THEN RETURN; END IF;
  IF is_by_id AND its.issuer_merchant_id IS NULL THEN
    PERFORM FROM redemptions r WHERE r.cell = in_cell AND r.voucher_id = voucher AND r.merchant_id = merchant LIMIT 1;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  PERFORM FROM holds h WHERE h.cell = in_cell AND h.voucher_id = voucher AND h.status = 'OPEN';
  IF FOUND THEN RETURN; END IF;
  PERFORM FROM idempotency_keys k
  WHERE k.cell = in_cell AND k.home_id = voucher AND k.merchant_id = merchant AND k.scope = scope_of_key;
  IF FOUND THEN RETURN; END IF;

  PERFORM ledger.spend_one(in_cell, 'voucher', 'merchant', 'redemption', voucher, transfer_id, merchant, taken);
  INSERT INTO redemptions (
    voucher_id, id, merchant_id, amount_cents, balance_after_cents, recipient_name, channel, staff_id, reference,
    metadata, key_id, cell
  ) VALUES (
    voucher, redeem_voucher.id, merchant, taken, remaining, its.recipient_name, redeem_voucher.channel,
    redeem_voucher.staff_id, redeem_voucher."reference", redeem_voucher.metadata::jsonb, redeem_voucher.key_id, in_cell
  );
  answer := '{"answer":{"id":"' || voucher || '","object":"voucher","status":"'
    || CASE remaining WHEN 0 THEN 'REDEEMED' ELSE 'PARTIALLY_REDEEMED' END
    || '","amount":' || its.face_cents / 100 || ',"balance":' || remaining / 100 || ',"currency":"KES","expires_at":"'
    || to_char(its.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","redemption":{"id":"' || redeem_voucher.id || '","amount":' || taken / 100 || kept || '}}}';
  -- A key that is there all the same fails here, and with it the call.
  INSERT INTO idempotency_keys (home_id, merchant_id, scope, fingerprint, status, answer, cell)
  VALUES (voucher, merchant, scope_of_key, redeem_voucher.fingerprint, 200, redeem_voucher.answer, in_cell);
END $$;
REVOKE ALL ON FUNCTION redeem_voucher FROM public;
GRANT EXECUTE ON FUNCTION redeem_voucher TO zawadi_app;
