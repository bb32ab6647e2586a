-- Every order to M-PESA that moves money, in one table with one life: prompts, withdrawals, pay-outs to merchants and
-- reversals. It takes the place of purchase_attempts and refund_sends, and of what withdrawals, refunds and
-- settlement_attempts remembered about sending and asking. docs/adr/0020-one-life-for-every-order.md explains it.
CREATE TABLE provider_orders (
  home_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('purchase', 'withdrawal', 'settlement', 'refund')),
  -- The purchase, withdrawal, settlement or refund that it serves.
  owner_id uuid NOT NULL,
  -- The phone, till, pay bill or receipt that the order names.
  party text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
  -- Of a prompt: whether it went to the buyer's own phone.
  is_own_phone boolean,
  -- INTENT: committed, not sent. SENDING: may have been sent. SENT: acknowledged. UNKNOWN: not answered.
  state text NOT NULL DEFAULT 'INTENT'
    CHECK (state IN ('INTENT', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  -- Sends that may have reached M-PESA; one that was refused, or did not leave, does not count.
  sends integer NOT NULL DEFAULT 0 CHECK (sends >= 0),
  sending_at timestamptz,
  sent_at timestamptz,
  -- What M-PESA calls it: CheckoutRequestID, or the OriginatorConversationID of each acknowledged send.
  provider_ids text[] NOT NULL DEFAULT '{}',
  conversation_id text,
  -- Those of provider_ids that M-PESA said have failed.
  failed_ids text[] NOT NULL DEFAULT '{}',
  receipt text,
  result_code text,
  failure_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_moment(),
  ended_at timestamptz,
  -- When M-PESA told of a failure once more.
  confirmed_at timestamptz,
  polls integer NOT NULL DEFAULT 0,
  polled_at timestamptz,
  next_poll_at timestamptz,
  -- Answers to polls by which M-PESA knows nothing of an order that it had acknowledged, without another in between.
  not_found_answers integer NOT NULL DEFAULT 0,
  not_found_since timestamptz,
  PRIMARY KEY (home_id, id),
  CHECK ((state IN ('SUCCEEDED', 'FAILED')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'FAILED') = (result_code IS NOT NULL))
);
CREATE INDEX provider_orders_of ON provider_orders (home_id, owner_id, created_at DESC);
CREATE INDEX provider_orders_by_id ON provider_orders (id);
CREATE INDEX provider_orders_by_party ON provider_orders (party, created_at DESC);
CREATE INDEX provider_orders_to_poll ON provider_orders (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX provider_orders_open ON provider_orders (created_at)
  WHERE state IN ('INTENT', 'SENDING', 'SENT', 'UNKNOWN');

INSERT INTO provider_orders (home_id, id, kind, owner_id, party, amount_cents, is_own_phone, state, sends, sending_at,
  sent_at, provider_ids, conversation_id, receipt, result_code, failure_reason, created_at, ended_at, polls, next_poll_at)
SELECT home_id, id, 'purchase', purchase_id, payer_msisdn, amount_cents, is_own_phone,
  -- An intent of before may have been sent.
  CASE state WHEN 'INTENT' THEN 'UNKNOWN' ELSE state END, 1, created_at, sent_at,
  array_remove(ARRAY[checkout_request_id], NULL), merchant_request_id, mpesa_receipt,
  CASE state WHEN 'FAILED' THEN coalesce(result_code, 'unknown') END, failure_reason, created_at,
  CASE WHEN state IN ('SUCCEEDED', 'FAILED') THEN coalesce(settled_at, created_at) END, queries,
  CASE WHEN state IN ('INTENT', 'SENT', 'UNKNOWN') THEN next_query_at END
FROM purchase_attempts;

INSERT INTO provider_orders (home_id, id, kind, owner_id, party, amount_cents, state, sends, sending_at, sent_at,
  provider_ids, conversation_id, receipt, result_code, failure_reason, created_at, ended_at, polls, polled_at, next_poll_at)
SELECT user_id, id, 'withdrawal', id, msisdn, amount_cents - fee_cents,
  CASE status WHEN 'COMPLETED' THEN 'SUCCEEDED' WHEN 'CANCELED' THEN 'FAILED'
    ELSE CASE send_state WHEN 'INTENT' THEN 'UNKNOWN' ELSE send_state END END,
  1, pending_since, CASE send_state WHEN 'SENT' THEN pending_since END, ARRAY[id::text], conversation_id, transaction_code,
  CASE status WHEN 'CANCELED' THEN coalesce(result_code, 'unknown') END, failure_reason, pending_since,
  CASE WHEN status <> 'PENDING' THEN coalesce(settled_at, pending_since) END, queries, queried_at,
  CASE status WHEN 'PENDING' THEN next_query_at END
FROM withdrawals WHERE status <> 'REGISTERED' AND pending_since IS NOT NULL;

INSERT INTO provider_orders (home_id, id, kind, owner_id, party, amount_cents, state, sends, sending_at, sent_at,
  provider_ids, conversation_id, receipt, result_code, failure_reason, created_at, ended_at, polls, next_poll_at)
SELECT a.merchant_id, a.id, 'settlement', a.settlement_id, coalesce(a.channel ->> 'msisdn', a.channel ->> 'tillNumber', a.channel ->> 'payBillNumber', ''),
  s.amount_cents - s.fee_cents,
  CASE a.state WHEN 'PAID' THEN 'SUCCEEDED' WHEN 'SENDING' THEN 'UNKNOWN' ELSE a.state END, a.sends, a.started_at,
  CASE a.state WHEN 'SENT' THEN a.started_at END,
  CASE a.method WHEN 'b2c' THEN ARRAY[a.id::text] ELSE array_remove(ARRAY[a.provider_originator_id], NULL) END,
  a.conversation_id, a.reference, CASE a.state WHEN 'FAILED' THEN coalesce(a.result_code, 'unknown') END,
  a.failure_reason, a.started_at, a.ended_at, a.queries, a.next_query_at
FROM settlement_attempts a JOIN settlements s ON s.merchant_id = a.merchant_id AND s.id = a.settlement_id
WHERE a.method <> 'bank-file';

-- A send that was refused, or did not leave, had no id and does not count.
INSERT INTO provider_orders (home_id, id, kind, owner_id, party, amount_cents, state, sends, sending_at, provider_ids,
  failed_ids, receipt, result_code, created_at, ended_at, polls, next_poll_at)
SELECT r.home_id, r.id, 'refund', r.id, r.original_receipt, r.amount_cents,
  CASE WHEN r.status = 'PENDING' THEN CASE WHEN count(s.id) = 0 THEN 'INTENT' ELSE 'UNKNOWN' END
    WHEN r.returned_to = 'mpesa' THEN 'SUCCEEDED' ELSE 'FAILED' END,
  count(s.id) FILTER (WHERE s.state <> 'FAILED' OR s.originator_conversation_id IS NOT NULL), max(s.created_at),
  coalesce(array_agg(s.originator_conversation_id) FILTER (WHERE s.originator_conversation_id IS NOT NULL), '{}'),
  coalesce(array_agg(s.originator_conversation_id)
    FILTER (WHERE s.originator_conversation_id IS NOT NULL AND s.state = 'FAILED'), '{}'),
  r.mpesa_receipt,
  CASE WHEN r.status <> 'PENDING' AND r.returned_to <> 'mpesa' THEN coalesce(r.result_code, 'unknown') END,
  r.created_at, r.settled_at, r.queries, r.next_query_at
FROM refunds r LEFT JOIN refund_sends s ON s.home_id = r.home_id AND s.refund_id = r.id
WHERE r.original_receipt IS NOT NULL AND (s.id IS NOT NULL OR r.status = 'PENDING')
GROUP BY r.home_id, r.id;

ALTER TABLE open_prompts RENAME COLUMN attempt_id TO order_id;

UPDATE callback_tokens SET purpose = CASE purpose
  WHEN 'stk_result' THEN 'purchase_result' WHEN 'b2c_result' THEN 'withdrawal_result'
  WHEN 'b2c_status' THEN 'withdrawal_status' ELSE purpose END
WHERE purpose IN ('stk_result', 'b2c_result', 'b2c_status');
UPDATE provider_messages SET purpose = CASE purpose
  WHEN 'stk_result' THEN 'purchase_result' WHEN 'b2c_result' THEN 'withdrawal_result'
  WHEN 'b2c_status' THEN 'withdrawal_status' WHEN 'b2c_timeout' THEN 'withdrawal_timeout' ELSE purpose END
WHERE purpose IN ('stk_result', 'b2c_result', 'b2c_status', 'b2c_timeout');
-- An order of a refund was one of its sends before.
UPDATE callback_tokens t SET target_id = s.refund_id FROM refund_sends s
WHERE t.purpose IN ('refund_result', 'refund_status') AND s.home_id = t.home_id AND s.id = t.target_id;
UPDATE provider_messages m SET target_id = s.refund_id FROM refund_sends s
WHERE m.purpose LIKE 'refund\_%' AND m.processed_at IS NULL AND s.home_id = m.home_id AND s.id = m.target_id;

-- Accounts erased take the numbers of their orders along.
CREATE OR REPLACE FUNCTION erase_user(person uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH erased AS (
    UPDATE users SET status = 'DELETED', deleted_at = moment(), first_name = 'Deleted', last_name = 'account',
      email = 'deleted-' || id || '@deleted.invalid', email_verified_at = NULL, pending_email = NULL,
      phone_msisdn = NULL, phone_verified_at = NULL, pending_phone_msisdn = NULL, signup_phone_msisdn = NULL,
      password_hash = '', session_version = session_version + 1, notifications = false, email_alerts = false
    WHERE id = person AND status <> 'DELETED'
    RETURNING id
  ), paid_out AS (
    UPDATE withdrawals w SET recipient_name = 'Deleted account', recipient_email = '', paid_to_name = NULL,
      msisdn = masked_msisdn(w.msisdn)
    FROM erased WHERE w.user_id = erased.id
  ), paid_in AS (
    UPDATE purchases p SET payer_msisdn = masked_msisdn(p.payer_msisdn) FROM erased WHERE p.buyer_id = erased.id
    RETURNING p.home_id, p.id
  ), ordered AS (
    UPDATE provider_orders o SET party = masked_msisdn(o.party)
    WHERE (o.kind = 'withdrawal' AND o.home_id IN (SELECT id FROM erased))
      OR (o.kind = 'purchase' AND (o.home_id, o.owner_id) IN (SELECT home_id, id FROM paid_in))
  )
  SELECT EXISTS (SELECT FROM erased)
$$;

DROP TABLE refund_sends;
DROP TABLE purchase_attempts;
ALTER TABLE withdrawals
  DROP COLUMN send_state, DROP COLUMN conversation_id, DROP COLUMN queries, DROP COLUMN next_query_at,
  DROP COLUMN queried_at;
ALTER TABLE refunds DROP COLUMN queries, DROP COLUMN next_query_at;
ALTER TABLE settlement_attempts DROP CONSTRAINT settlement_attempts_state_check;
UPDATE settlement_attempts SET state = 'OPEN' WHERE state IN ('INTENT', 'SENDING', 'SENT');
ALTER TABLE settlement_attempts
  DROP COLUMN sends, DROP COLUMN conversation_id, DROP COLUMN provider_originator_id, DROP COLUMN queries,
  DROP COLUMN next_query_at, DROP COLUMN result_code,
  -- OPEN: ordered from M-PESA. MANUAL: an administrator pays it.
  ADD CONSTRAINT settlement_attempts_state_check CHECK (state IN ('OPEN', 'MANUAL', 'PAID', 'FAILED'));

-- Which state may follow which. The documents draw their diagrams from this table.
CREATE TABLE state_transitions (
  table_name text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (table_name, from_state, to_state)
);
INSERT INTO state_transitions VALUES
  ('provider_orders', 'INTENT', 'SENDING'), ('provider_orders', 'INTENT', 'FAILED'),
  ('provider_orders', 'INTENT', 'SUCCEEDED'),
  ('provider_orders', 'SENDING', 'INTENT'), ('provider_orders', 'SENDING', 'SENT'),
  ('provider_orders', 'SENDING', 'UNKNOWN'), ('provider_orders', 'SENDING', 'SUCCEEDED'),
  ('provider_orders', 'SENDING', 'FAILED'),
  ('provider_orders', 'UNKNOWN', 'SENDING'), ('provider_orders', 'UNKNOWN', 'SENT'),
  ('provider_orders', 'UNKNOWN', 'SUCCEEDED'), ('provider_orders', 'UNKNOWN', 'FAILED'),
  ('provider_orders', 'SENT', 'SENDING'), ('provider_orders', 'SENT', 'SUCCEEDED'),
  ('provider_orders', 'SENT', 'FAILED'),
  ('provider_orders', 'FAILED', 'SUCCEEDED'),
  ('purchases', 'REGISTERED', 'PENDING'), ('purchases', 'REGISTERED', 'COMPLETED'),
  ('purchases', 'PENDING', 'COMPLETED'), ('purchases', 'PENDING', 'CANCELED'),
  ('purchases', 'CANCELED', 'PENDING'), ('purchases', 'CANCELED', 'COMPLETED'),
  ('withdrawals', 'REGISTERED', 'PENDING'), ('withdrawals', 'PENDING', 'COMPLETED'),
  ('withdrawals', 'PENDING', 'CANCELED'),
  ('settlements', 'PENDING', 'PROCESSING'), ('settlements', 'PENDING', 'COMPLETED'),
  ('settlements', 'PENDING', 'CANCELED'), ('settlements', 'PROCESSING', 'COMPLETED'),
  ('settlements', 'PROCESSING', 'PENDING'),
  ('refunds', 'PENDING', 'COMPLETED'), ('refunds', 'PENDING', 'CANCELED');

-- The name of the column with the state is the trigger's argument.
CREATE FUNCTION check_state_transition() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  state_before text := to_jsonb(OLD) ->> TG_ARGV[0];
  state_after text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF state_before = state_after OR EXISTS (
    SELECT FROM state_transitions
    WHERE table_name = TG_TABLE_NAME AND from_state = state_before AND to_state = state_after
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, state_before, state_after
    USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER check_state_transition BEFORE UPDATE OF state ON provider_orders
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('state');
CREATE TRIGGER check_state_transition BEFORE UPDATE OF status ON purchases
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('status');
CREATE TRIGGER check_state_transition BEFORE UPDATE OF status ON withdrawals
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('status');
CREATE TRIGGER check_state_transition BEFORE UPDATE OF status ON settlements
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('status');
CREATE TRIGGER check_state_transition BEFORE UPDATE OF status ON refunds
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('status');

GRANT SELECT ON state_transitions TO zawadi_app;
GRANT SELECT, INSERT ON provider_orders TO zawadi_app;
GRANT UPDATE (
  state, sends, sending_at, sent_at, provider_ids, conversation_id, failed_ids, receipt, result_code, failure_reason,
  ended_at, confirmed_at, polls, polled_at, next_poll_at, not_found_answers, not_found_since
) ON provider_orders TO zawadi_app;
GRANT UPDATE (order_id) ON open_prompts TO zawadi_app;
