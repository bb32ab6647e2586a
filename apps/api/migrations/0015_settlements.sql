-- Settlements: batches of what merchants are owed, every try to pay one out, and what administrators decided. A
-- merchant is the home of its batches. docs/adr/0013-settlements-are-made-of-ledger-entries.md explains the shape.

-- How far a merchant's ledger account has been put into batches. Its lock makes batches one at a time.
CREATE TABLE settlement_progress (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  -- Every entry that was posted before is in a batch.
  batched_until timestamptz NOT NULL DEFAULT '-infinity',
  -- The beginning of the latest run, by which the schedule knows whether the present one is still due.
  ran_at timestamptz
);

CREATE TABLE settlements (
  merchant_id uuid NOT NULL REFERENCES merchants,
  id uuid NOT NULL,
  batch_id text NOT NULL CONSTRAINT settlements_batch_id_is_unique UNIQUE
    CHECK (batch_id ~ '^ST-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{5}$'),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0 AND fee_cents < amount_cents AND fee_cents % 100 = 0),
  transaction_count integer NOT NULL CHECK (transaction_count > 0),
  cut_off_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'CANCELED')),
  -- Where it goes: as it stood when the batch was made, and then when it was last tried.
  channel jsonb NOT NULL,
  method text NOT NULL CHECK (method IN ('b2c', 'b2b', 'bank-file')),
  shown_as text NOT NULL CHECK (shown_as IN ('M-Pesa', 'Bank Transfer')),
  needs_approval boolean NOT NULL,
  -- The latest try, and why it did not succeed.
  attempt_id uuid,
  failure_reason text CHECK (length(failure_reason) BETWEEN 1 AND 300),
  reference text CHECK (length(reference) BETWEEN 1 AND 60),
  -- When it is tried by itself; null for what waits for a person.
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  canceled_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'CANCELED') = (canceled_at IS NOT NULL)),
  CHECK (status = 'PENDING' OR failure_reason IS NULL),
  CHECK (status = 'PENDING' OR next_attempt_at IS NULL),
  CHECK (NOT needs_approval OR next_attempt_at IS NULL),
  CHECK (status <> 'PROCESSING' OR attempt_id IS NOT NULL)
);
CREATE INDEX settlements_of_merchant ON settlements (merchant_id, created_at DESC, id DESC);
CREATE INDEX settlements_newest ON settlements (created_at DESC, id DESC);
CREATE INDEX settlements_to_pay ON settlements (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX settlements_for_people ON settlements (created_at DESC, id DESC)
  WHERE status IN ('PENDING', 'PROCESSING');

-- Which transfer of the ledger is in which batch. The key is that of the transfer, so that none is in two.
CREATE TABLE settlement_entries (
  home_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  -- In the merchant's sign: below zero for what was taken back.
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  kind text NOT NULL,
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (home_id, transfer_id),
  FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements
);
CREATE INDEX settlement_entries_of ON settlement_entries (merchant_id, settlement_id, posted_at, transfer_id);

-- One try to pay a batch out. The id is its OriginatorConversationID, known before anything is sent.
CREATE TABLE settlement_attempts (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('b2c', 'b2b', 'bank-file')),
  channel jsonb NOT NULL,
  -- INTENT: committed, not sent. SENDING: may have been sent. SENT: acknowledged. MANUAL: a person pays it.
  state text NOT NULL CHECK (state IN ('INTENT', 'SENDING', 'SENT', 'MANUAL', 'PAID', 'FAILED')),
  sends integer NOT NULL DEFAULT 0 CHECK (sends >= 0),
  conversation_id text,
  -- The id M-PESA made up where it does not take ours (B2B).
  provider_originator_id text,
  reference text,
  result_code text,
  failure_reason text,
  is_our_fault boolean NOT NULL DEFAULT false,
  -- Null when nobody had to approve it.
  started_by uuid REFERENCES administrators,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  queries integer NOT NULL DEFAULT 0,
  next_query_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements,
  CHECK ((state IN ('PAID', 'FAILED')) = (ended_at IS NOT NULL)),
  CHECK (state <> 'FAILED' OR failure_reason IS NOT NULL),
  CHECK ((state = 'MANUAL' OR ended_at IS NOT NULL) = (next_query_at IS NULL))
);
CREATE INDEX settlement_attempts_of ON settlement_attempts (merchant_id, settlement_id, started_at);
-- A batch has one open try at most.
CREATE UNIQUE INDEX settlement_attempts_open ON settlement_attempts (merchant_id, settlement_id)
  WHERE ended_at IS NULL;
CREATE INDEX settlement_attempts_to_query ON settlement_attempts (next_query_at) WHERE next_query_at IS NOT NULL;

-- What one administrator said about a try and another one confirmed or turned down.
CREATE TABLE settlement_decisions (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'not_paid')),
  reference text,
  reason text,
  proposed_by uuid NOT NULL REFERENCES administrators,
  proposed_at timestamptz NOT NULL DEFAULT now(),
  closed_as text CHECK (closed_as IN ('confirmed', 'turned_down', 'overtaken')),
  closed_by uuid REFERENCES administrators,
  closed_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements,
  FOREIGN KEY (merchant_id, attempt_id) REFERENCES settlement_attempts,
  CHECK ((outcome = 'paid') = (reference IS NOT NULL)),
  CHECK ((outcome = 'not_paid') = (reason IS NOT NULL)),
  CHECK ((closed_as IS NULL) = (closed_at IS NULL)),
  -- Maker and checker are two people, whatever the application does.
  CONSTRAINT settlement_decisions_need_two CHECK (closed_as <> 'confirmed' OR closed_by <> proposed_by),
  CHECK (closed_as IS NULL OR closed_as = 'overtaken' OR closed_by IS NOT NULL)
);
CREATE UNIQUE INDEX settlement_decisions_open ON settlement_decisions (merchant_id, settlement_id)
  WHERE closed_as IS NULL;

-- The life of a batch, append-only.
CREATE TABLE settlement_activities (
  merchant_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (
    kind IN ('MADE', 'STARTED', 'PAID', 'FAILED', 'CANCELED', 'PROPOSED', 'CONFIRMED', 'TURNED_DOWN')
  ),
  actor_kind text NOT NULL CHECK (actor_kind IN ('admin', 'system')),
  actor_id uuid,
  reason text,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (merchant_id, settlement_id, id),
  FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements,
  CHECK ((actor_kind = 'admin') = (actor_id IS NOT NULL))
);

ALTER TABLE hooks DROP CONSTRAINT hooks_purpose_check;
ALTER TABLE hooks ADD CONSTRAINT hooks_purpose_check CHECK (
  purpose IN (
    'stk_result', 'b2c_result', 'b2c_status', 'c2b', 'c2b_validation', 'settlement_result', 'settlement_status'
  )
);

GRANT SELECT, INSERT ON settlement_progress, settlements, settlement_entries, settlement_attempts,
  settlement_decisions, settlement_activities TO zawadi_app;
GRANT UPDATE (batched_until, ran_at) ON settlement_progress TO zawadi_app;
GRANT UPDATE (
  status, channel, method, shown_as, needs_approval, attempt_id, failure_reason, reference, next_attempt_at,
  completed_at, canceled_at
) ON settlements TO zawadi_app;
GRANT UPDATE (
  state, sends, conversation_id, provider_originator_id, reference, result_code, failure_reason, is_our_fault,
  ended_at, queries, next_query_at
) ON settlement_attempts TO zawadi_app;
GRANT UPDATE (closed_as, closed_by, closed_at) ON settlement_decisions TO zawadi_app;
