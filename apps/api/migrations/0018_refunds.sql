-- Money that goes back: refunds with every try at M-PESA, vouchers in the place of others, and cases that somebody
-- has resolved. The home of a refund is the voucher it comes from, or whatever the money in suspense came with.

CREATE TABLE refunds (
  home_id uuid NOT NULL,
  id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('voucher', 'suspense')),
  voucher_id uuid,
  review_id uuid REFERENCES reviews,
  -- Whose wallet takes what M-PESA does not give back; nobody's when strangers paid.
  buyer_id uuid,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The part of it that was our fee.
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0 AND fee_cents < amount_cents),
  status text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'CANCELED')),
  -- Where it has gone; null while nobody knows.
  returned_to text CHECK (returned_to IN ('mpesa', 'wallet', 'suspense')),
  -- The payment to be reversed.
  original_receipt text,
  -- Of the reversal.
  mpesa_receipt text,
  result_code text,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 400),
  requested_by uuid NOT NULL REFERENCES administrators,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  queries integer NOT NULL DEFAULT 0,
  next_query_at timestamptz,
  PRIMARY KEY (home_id, id),
  CHECK ((source = 'voucher') = (voucher_id IS NOT NULL)),
  CHECK ((source = 'suspense') = (review_id IS NOT NULL)),
  CHECK ((status = 'PENDING') = (settled_at IS NULL)),
  CHECK ((status = 'PENDING') = (returned_to IS NULL)),
  CHECK ((status = 'PENDING') = (next_query_at IS NOT NULL)),
  CHECK ((status = 'CANCELED') = (coalesce(returned_to, '') = 'suspense'))
);
CREATE INDEX refunds_newest ON refunds (created_at DESC, id DESC);
CREATE INDEX refunds_of_buyer ON refunds (buyer_id, created_at DESC);
CREATE INDEX refunds_by_id ON refunds (id);
CREATE INDEX refunds_to_query ON refunds (next_query_at) WHERE next_query_at IS NOT NULL;
-- What is on its way back from a voucher or a case is on its way once.
CREATE UNIQUE INDEX refunds_of_voucher ON refunds (voucher_id) WHERE voucher_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_of_review ON refunds (review_id) WHERE review_id IS NOT NULL AND status = 'PENDING';

-- One order to M-PESA to reverse a payment. SENDING: committed, and sent or not; only an answer tells.
CREATE TABLE refund_sends (
  home_id uuid NOT NULL,
  id uuid NOT NULL,
  refund_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'SENDING' CHECK (state IN ('SENDING', 'SENT', 'DONE', 'FAILED')),
  -- Made by M-PESA: a reversal does not take an id of ours.
  originator_conversation_id text,
  conversation_id text,
  result_code text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  PRIMARY KEY (home_id, id),
  FOREIGN KEY (home_id, refund_id) REFERENCES refunds,
  CHECK ((state IN ('DONE', 'FAILED')) = (ended_at IS NOT NULL))
);
CREATE INDEX refund_sends_of ON refund_sends (home_id, refund_id, created_at);

-- A voucher that takes the place of a void one.
ALTER TABLE vouchers ADD COLUMN replaces_id uuid UNIQUE REFERENCES vouchers;
GRANT UPDATE (expires_at) ON vouchers TO zawadi_app;

ALTER TABLE reviews
  ADD COLUMN resolved_by uuid REFERENCES administrators,
  ADD COLUMN resolution text CHECK (length(resolution) BETWEEN 1 AND 400),
  ADD CHECK (resolved_at IS NOT NULL OR (resolved_by IS NULL AND resolution IS NULL));
CREATE INDEX reviews_open ON reviews (raised_at DESC, id DESC) WHERE resolved_at IS NULL;
CREATE INDEX reviews_newest ON reviews (raised_at DESC, id DESC);
CREATE INDEX reviews_about ON reviews (subject_id);
GRANT UPDATE (resolved_at, resolved_by, resolution) ON reviews TO zawadi_app;

ALTER TABLE hooks DROP CONSTRAINT hooks_purpose_check;
ALTER TABLE hooks ADD CONSTRAINT hooks_purpose_check CHECK (purpose ~ '^[a-z][a-z0-9_]{1,39}$');

GRANT SELECT, INSERT ON refunds, refund_sends TO zawadi_app;
GRANT UPDATE (status, returned_to, mpesa_receipt, result_code, settled_at, queries, next_query_at) ON refunds TO zawadi_app;
GRANT UPDATE (state, originator_conversation_id, conversation_id, result_code, ended_at) ON refund_sends TO zawadi_app;
