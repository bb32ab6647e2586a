-- What became of money that had moved: it came back, wholly or in part, or was taken back. The state of a payment itself
-- never says so, because nothing leaves COMPLETED. There is a row only where something came back.
CREATE TABLE refund_states (
  -- Of the payment: the voucher that was bought, or the owner of the wallet.
  home_id uuid NOT NULL,
  -- The purchase or withdrawal.
  transaction_id uuid NOT NULL,
  -- refunded, partly_refunded: it went back to the buyer. reversed: Safaricom took the payment. taken_back: the voucher was
  -- made void and what was left went back; a withdrawal was taken out of the wallet again, because M-PESA had paid it.
  state text NOT NULL CHECK (state IN ('refunded', 'partly_refunded', 'reversed', 'taken_back')),
  -- How much of the payment came back.
  back_cents bigint NOT NULL CHECK (back_cents >= 0),
  PRIMARY KEY (home_id, transaction_id)
);
CREATE INDEX refund_states_by_state ON refund_states (state);

-- Writes down what the refunds and reversals of a bought voucher come to, with those of the vouchers in whose place it is or
-- that are in its place. The one place where it is decided.
CREATE FUNCTION note_refund_state(voucher uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  line uuid[];
  bought record;
  back bigint;
  noted text;
BEGIN
  WITH RECURSIVE earlier AS (
    SELECT id, replaces_id, 0 AS step FROM vouchers WHERE id = voucher
    UNION ALL
    SELECT v.id, v.replaces_id, e.step - 1 FROM vouchers v JOIN earlier e ON v.id = e.replaces_id
  ), later AS (
    SELECT id, 0 AS step FROM vouchers WHERE id = voucher
    UNION ALL
    SELECT v.id, l.step + 1 FROM vouchers v JOIN later l ON v.replaces_id = l.id
  )
  SELECT array_agg(id ORDER BY step) INTO line
  FROM (SELECT id, step FROM earlier UNION SELECT id, step FROM later) s;

  -- Two ends of one voucher are written down one after the other; what is read below is read after the lock.
  PERFORM pg_advisory_xact_lock(hashtextextended('refund state ' || line[1], 0));
  SELECT p.home_id, p.id, p.amount_cents INTO bought FROM purchases p WHERE p.home_id = line[1];
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT sum(r.amount_cents) INTO back
  FROM refunds r WHERE r.voucher_id = ANY (line) AND r.status <> 'CANCELED';
  noted := CASE
    WHEN EXISTS (
      SELECT FROM ledger.transfers t WHERE t.home_id = ANY (line) AND t.kind = 'payment_taken_back'
    ) THEN 'reversed'
    WHEN back IS NULL THEN NULL
    WHEN EXISTS (SELECT FROM vouchers v WHERE v.id = line[array_upper(line, 1)] AND v.closed_as = 'VOIDED') THEN 'taken_back'
    WHEN back >= bought.amount_cents THEN 'refunded'
    ELSE 'partly_refunded'
  END;
  IF noted IS NULL THEN
    DELETE FROM refund_states s WHERE s.home_id = bought.home_id AND s.transaction_id = bought.id;
  ELSE
    INSERT INTO refund_states AS s (home_id, transaction_id, state, back_cents)
    VALUES (bought.home_id, bought.id, noted, coalesce(back, 0))
    ON CONFLICT (home_id, transaction_id) DO UPDATE SET state = excluded.state, back_cents = excluded.back_cents;
  END IF;
END $$;
REVOKE ALL ON FUNCTION note_refund_state(uuid) FROM public;
GRANT EXECUTE ON FUNCTION note_refund_state(uuid) TO zawadi_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON refund_states TO zawadi_app;

SELECT note_refund_state(voucher_id) FROM refunds WHERE voucher_id IS NOT NULL;
SELECT note_refund_state(home_id)
FROM (SELECT DISTINCT home_id FROM ledger.transfers WHERE kind = 'payment_taken_back') taken;
INSERT INTO refund_states (home_id, transaction_id, state, back_cents)
SELECT DISTINCT w.user_id, w.id, 'taken_back', 0::bigint
FROM withdrawals w
JOIN provider_orders o ON o.home_id = w.user_id AND o.id = w.id AND o.state = 'SUCCEEDED'
WHERE w.status = 'CANCELED';
