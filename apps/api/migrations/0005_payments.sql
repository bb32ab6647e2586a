-- Purchases, vouchers and withdrawals. Every table with money in it begins its key with the home of that money
-- (the voucher, or the wallet's owner); what must be unique everywhere lives in small look-up tables of its own.

CREATE TABLE lookups (
  kind text NOT NULL,
  key text NOT NULL,
  home_id uuid NOT NULL,
  target_id uuid NOT NULL,
  PRIMARY KEY (kind, key)
);
COMMENT ON TABLE lookups IS
  'One row per globally unique name: purchase, withdrawal, bill_reference, checkout_request, receipt, voucher_code, claim_token.';

-- Where a provider answers to. The token is stored as its hash; the payment is found by it and nothing else.
CREATE TABLE hooks (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('stk_result', 'b2c_result', 'b2c_status', 'c2b', 'c2b_validation')),
  home_id uuid NOT NULL,
  target_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE provider_messages (
  id uuid PRIMARY KEY,
  purpose text NOT NULL,
  home_id uuid NOT NULL,
  target_id uuid NOT NULL,
  -- As it came: unlike jsonb, json keeps what no text of ours may hold, such as a NUL in a string.
  body json NOT NULL,
  digest bytea NOT NULL,
  copies integer NOT NULL DEFAULT 1,
  received_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz,
  outcome text,
  UNIQUE (target_id, digest)
);
CREATE INDEX provider_messages_waiting ON provider_messages (received_at) WHERE processed_at IS NULL;

CREATE TABLE purchases (
  home_id uuid NOT NULL,
  id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0 AND fee_cents < amount_cents),
  bill_reference text NOT NULL CHECK (length(bill_reference) BETWEEN 1 AND 12),
  payer_msisdn text NOT NULL,
  recipient_name text NOT NULL,
  recipient_msisdn text NOT NULL,
  recipient_email text NOT NULL,
  message text NOT NULL,
  cloth text NOT NULL,
  status text NOT NULL DEFAULT 'REGISTERED' CHECK (status IN ('REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED')),
  failure_reason text,
  mpesa_receipt text,
  registered_at timestamptz NOT NULL DEFAULT now(),
  pending_since timestamptz,
  completed_at timestamptz,
  PRIMARY KEY (home_id, id),
  CHECK ((status = 'CANCELED') = (failure_reason IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL))
);
CREATE INDEX purchases_by_buyer ON purchases (buyer_id, registered_at DESC);
CREATE INDEX purchases_registered ON purchases (registered_at) WHERE status = 'REGISTERED';

CREATE TABLE purchase_attempts (
  home_id uuid NOT NULL,
  id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  payer_msisdn text NOT NULL,
  is_own_phone boolean NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  state text NOT NULL DEFAULT 'INTENT' CHECK (state IN ('INTENT', 'SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  merchant_request_id text,
  checkout_request_id text,
  mpesa_receipt text,
  result_code text,
  failure_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  settled_at timestamptz,
  queries integer NOT NULL DEFAULT 0,
  next_query_at timestamptz,
  PRIMARY KEY (home_id, id)
);
CREATE INDEX purchase_attempts_of ON purchase_attempts (home_id, purchase_id, created_at DESC);
CREATE INDEX purchase_attempts_by_phone ON purchase_attempts (payer_msisdn, created_at DESC);
CREATE INDEX purchase_attempts_to_query ON purchase_attempts (next_query_at) WHERE state IN ('INTENT', 'SENT', 'UNKNOWN');

-- One row per phone with a prompt on it; its lock also serialises the counting of prompts to that phone.
CREATE TABLE open_prompts (
  msisdn text PRIMARY KEY,
  home_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE vouchers (
  id uuid PRIMARY KEY,
  purchase_id uuid,
  buyer_id uuid,
  issuer_merchant_id uuid,
  face_cents bigint NOT NULL CHECK (face_cents > 0),
  code_sealed bytea NOT NULL,
  code_last_four text NOT NULL,
  claim_token_sealed bytea NOT NULL,
  sender_name text NOT NULL,
  recipient_name text NOT NULL,
  recipient_msisdn text,
  recipient_email text,
  message text NOT NULL,
  cloth text NOT NULL,
  mpesa_receipt text,
  issued_at timestamptz NOT NULL DEFAULT now(),
  deliver_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- How its value left, when it left as a whole; spending shows in the ledger's balance alone.
  closed_as text CHECK (closed_as IN ('CLAIMED', 'EXPIRED', 'VOIDED', 'REFUNDED')),
  closed_at timestamptz,
  CHECK ((closed_as IS NULL) = (closed_at IS NULL))
);
CREATE INDEX vouchers_by_recipient_phone ON vouchers (recipient_msisdn, issued_at DESC);
CREATE INDEX vouchers_by_recipient_email ON vouchers (recipient_email, issued_at DESC);
CREATE INDEX vouchers_by_buyer ON vouchers (buyer_id, issued_at DESC);
CREATE INDEX vouchers_to_expire ON vouchers (expires_at) WHERE closed_as IS NULL;

CREATE TABLE voucher_activities (
  voucher_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (
    kind IN ('ISSUED', 'OPENED', 'REDEEMED', 'REDEMPTION_REVERSED', 'CLAIMED', 'EXPIRED', 'EXTENDED', 'VOIDED', 'REFUNDED', 'RESENT')
  ),
  actor_kind text NOT NULL CHECK (actor_kind IN ('consumer', 'merchant', 'admin', 'system', 'anyone')),
  actor_id uuid,
  amount_cents bigint,
  reason text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (voucher_id, id)
);

CREATE TABLE redemptions (
  voucher_id uuid NOT NULL,
  id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  balance_after_cents bigint NOT NULL CHECK (balance_after_cents >= 0),
  redeemed_at timestamptz NOT NULL DEFAULT now(),
  reversed_at timestamptz,
  PRIMARY KEY (voucher_id, id)
);
CREATE INDEX redemptions_by_merchant ON redemptions (merchant_id, id DESC);

CREATE TABLE claims (
  voucher_id uuid PRIMARY KEY,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  claimed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX claims_by_user ON claims (user_id, claimed_at DESC);

-- The request's scope (method, path, key) is a hash because the path of a redemption carries the voucher's code.
CREATE TABLE idempotency_keys (
  home_id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  scope bytea NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (home_id, merchant_id, scope)
);

CREATE TABLE withdrawals (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0 AND fee_cents < amount_cents),
  bill_reference text NOT NULL,
  msisdn text NOT NULL,
  recipient_name text NOT NULL,
  recipient_email text NOT NULL,
  status text NOT NULL DEFAULT 'REGISTERED' CHECK (status IN ('REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED')),
  -- How far the order to M-PESA came; only PENDING ones have one.
  send_state text CHECK (send_state IN ('INTENT', 'SENT', 'UNKNOWN')),
  conversation_id text,
  transaction_code text,
  paid_to_name text,
  result_code text,
  failure_reason text,
  registered_at timestamptz NOT NULL DEFAULT now(),
  pending_since timestamptz,
  completed_at timestamptz,
  settled_at timestamptz,
  queries integer NOT NULL DEFAULT 0,
  next_query_at timestamptz,
  queried_at timestamptz,
  PRIMARY KEY (user_id, id),
  CHECK ((status = 'CANCELED') = (failure_reason IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'PENDING') = (send_state IS NOT NULL))
);
CREATE INDEX withdrawals_by_user ON withdrawals (user_id, registered_at DESC);
CREATE INDEX withdrawals_to_query ON withdrawals (next_query_at) WHERE status = 'PENDING';

-- What a person has to look at: money that fits nothing, contradictions, payments that stay unknown.
CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  details jsonb NOT NULL,
  raised_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  UNIQUE (kind, subject_id)
);

-- Things an operator, or the system itself for a while, has switched off.
CREATE TABLE pauses (
  name text PRIMARY KEY,
  reason text NOT NULL,
  until timestamptz NOT NULL
);

-- The one OAuth token that all processes share: asking for another would void it. Whoever holds the lease asks.
CREATE TABLE provider_tokens (
  name text PRIMARY KEY,
  sealed bytea,
  expires_at timestamptz,
  lease uuid,
  lease_until timestamptz
);

-- The application may change how far a payment has come, and never what it is: whose, how much, to whom.
GRANT SELECT, INSERT ON lookups, hooks, voucher_activities, redemptions, claims, idempotency_keys, reviews,
  provider_messages, purchases, purchase_attempts, vouchers, withdrawals, pauses, provider_tokens TO zawadi_app;
GRANT UPDATE (copies, processed_at, outcome) ON provider_messages TO zawadi_app;
GRANT UPDATE (
  status, failure_reason, payer_msisdn, mpesa_receipt, pending_since, completed_at
) ON purchases TO zawadi_app;
GRANT UPDATE (
  state, merchant_request_id, checkout_request_id, mpesa_receipt, result_code, failure_reason, sent_at, settled_at,
  queries, next_query_at
) ON purchase_attempts TO zawadi_app;
GRANT UPDATE (mpesa_receipt, opened_at, closed_as, closed_at) ON vouchers TO zawadi_app;
GRANT UPDATE (
  status, send_state, conversation_id, transaction_code, paid_to_name, result_code, failure_reason, pending_since,
  completed_at, settled_at, queries, next_query_at, queried_at
) ON withdrawals TO zawadi_app;
GRANT UPDATE (reason, until) ON pauses TO zawadi_app;
GRANT UPDATE (sealed, expires_at, lease, lease_until) ON provider_tokens TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON open_prompts TO zawadi_app;
GRANT UPDATE (home_id, attempt_id, expires_at) ON open_prompts TO zawadi_app;

-- The only rows of this file that are ever deleted: purchases nobody started to pay for. pg_temp is named, and last,
-- because it would come first if it were not, and the application may put tables of any name there.
CREATE FUNCTION drop_stale_registrations() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH stale AS (
    DELETE FROM purchases
    WHERE status = 'REGISTERED' AND registered_at < now() - interval '24 hours'
    RETURNING id, bill_reference
  ), freed AS (
    DELETE FROM lookups USING stale
    WHERE (lookups.kind = 'purchase' AND lookups.key = stale.id::text)
       OR (lookups.kind = 'bill_reference' AND lookups.key = stale.bill_reference)
    RETURNING 1
  )
  SELECT count(*) FROM stale
$$;
REVOKE ALL ON FUNCTION drop_stale_registrations() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_stale_registrations() TO zawadi_app;
