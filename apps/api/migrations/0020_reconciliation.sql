-- M-PESA's statements beside our ledger. Nothing here moves money: what differs is corrected by a transfer, or explained.

CREATE TABLE reconciliation_runs (
  id uuid PRIMARY KEY,
  -- The operator's account at M-PESA. Our mpesa:payout is utility and working together.
  account text NOT NULL CHECK (account IN ('collection', 'utility', 'working')),
  source text NOT NULL CHECK (source IN ('upload', 'pull')),
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  file_hash bytea CHECK (length(file_hash) = 32),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  made_by uuid NOT NULL REFERENCES administrators,
  made_at timestamptz NOT NULL DEFAULT now(),
  lines integer NOT NULL CHECK (lines >= 0),
  repeated_lines integer NOT NULL CHECK (repeated_lines >= 0),
  uncompleted_lines integer NOT NULL CHECK (uncompleted_lines >= 0),
  paid_in_cents bigint NOT NULL CHECK (paid_in_cents >= 0),
  withdrawn_cents bigint NOT NULL CHECK (withdrawn_cents >= 0),
  items integer NOT NULL DEFAULT 0 CHECK (items >= 0),
  CHECK (from_at < to_at),
  CHECK ((source = 'upload') = (file_hash IS NOT NULL))
);
CREATE INDEX reconciliation_runs_newest ON reconciliation_runs (made_at DESC, id DESC);
-- The same file again is the same comparison.
CREATE UNIQUE INDEX reconciliation_runs_by_file ON reconciliation_runs (account, file_hash) WHERE file_hash IS NOT NULL;

CREATE TABLE reconciliation_items (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES reconciliation_runs,
  account text NOT NULL CHECK (account IN ('collection', 'utility', 'working')),
  kind text NOT NULL CHECK (kind IN ('payment', 'charge')),
  -- What was found when it was compared last.
  state text NOT NULL CHECK (state IN ('matched', 'missing_here', 'missing_there', 'amount_differs')),
  receipt text NOT NULL CHECK (length(receipt) <= 200),
  at timestamptz NOT NULL,
  details text NOT NULL CHECK (length(details) <= 400),
  account_number text NOT NULL CHECK (length(account_number) <= 100),
  -- Money coming in is above zero.
  theirs_cents bigint NOT NULL,
  ours_cents bigint NOT NULL,
  line integer CHECK (line > 0),
  queried_at timestamptz,
  -- found: it agrees since. booked: corrected by a transfer. explained: left as it is.
  closed_as text CHECK (closed_as IN ('found', 'booked', 'explained')),
  -- Nobody when it was found.
  closed_by uuid REFERENCES administrators,
  closed_at timestamptz,
  correction text CHECK (correction IN ('charge', 'suspense', 'capital', 'moved')),
  reason text CHECK (length(reason) BETWEEN 1 AND 400),
  CHECK ((state = 'matched') = (theirs_cents = ours_cents)),
  CHECK ((closed_as IS NULL) = (closed_at IS NULL)),
  CHECK (coalesce(closed_as IN ('booked', 'explained'), false) = (closed_by IS NOT NULL)),
  CHECK (coalesce(closed_as = 'booked', false) = (correction IS NOT NULL))
);
CREATE INDEX reconciliation_items_newest ON reconciliation_items (at DESC, id DESC);
CREATE INDEX reconciliation_items_of_run ON reconciliation_items (run_id, at DESC, id DESC);
CREATE INDEX reconciliation_items_by_receipt ON reconciliation_items (receipt text_pattern_ops);
CREATE INDEX reconciliation_items_by_account_number ON reconciliation_items (account_number) WHERE account_number <> '';
CREATE INDEX reconciliation_items_differing ON reconciliation_items (run_id, state) WHERE state <> 'matched';
CREATE INDEX reconciliation_items_by_state ON reconciliation_items (state, at DESC, id DESC) WHERE state <> 'matched';
CREATE INDEX reconciliation_items_open ON reconciliation_items (at DESC, id DESC)
  WHERE closed_as IS NULL AND state <> 'matched';
CREATE INDEX reconciliation_items_closed ON reconciliation_items (closed_as, at DESC, id DESC) WHERE closed_as IS NOT NULL;
CREATE INDEX reconciliation_items_asked ON reconciliation_items (queried_at)
  WHERE closed_as IS NULL AND state <> 'matched' AND queried_at IS NOT NULL;

-- Which transfers of ours a statement of an account has shown, and which one should have shown and did not.
CREATE TABLE reconciled_transfers (
  transfer_id uuid NOT NULL,
  home_id uuid NOT NULL,
  account text NOT NULL CHECK (account IN ('collection', 'utility', 'working')),
  item_id uuid NOT NULL REFERENCES reconciliation_items,
  is_there boolean NOT NULL,
  PRIMARY KEY (transfer_id, home_id, account)
);
CREATE INDEX reconciled_transfers_missing ON reconciled_transfers (item_id) WHERE NOT is_there;

-- M-PESA's own balances beside ours. A difference is looked at again before anybody is told.
CREATE TABLE float_checks (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'ASKING' CHECK (status IN ('ASKING', 'AGREES', 'DIFFERS', 'FAILED')),
  -- How many checks in a row have differed before this one.
  differed_before integer NOT NULL DEFAULT 0 CHECK (differed_before >= 0),
  answered_at timestamptz,
  collection_theirs_cents bigint,
  collection_ours_cents bigint,
  payout_theirs_cents bigint,
  payout_ours_cents bigint,
  -- When it is to be looked at again.
  next_at timestamptz,
  is_reported boolean NOT NULL DEFAULT false,
  CHECK ((status IN ('AGREES', 'DIFFERS')) = (answered_at IS NOT NULL)),
  CHECK (answered_at IS NULL OR num_nulls(
    collection_theirs_cents, collection_ours_cents, payout_theirs_cents, payout_ours_cents) = 0)
);
CREATE INDEX float_checks_newest ON float_checks (at DESC, id DESC);
CREATE INDEX float_checks_due ON float_checks (next_at) WHERE next_at IS NOT NULL;

-- A receipt is found in the ledger by its reference. Redemptions and claims have none and pay nothing for it.
CREATE INDEX transfers_by_mpesa_reference ON ledger.transfers (reference)
  WHERE reference IS NOT NULL AND (
    debit IN ('mpesa:collection', 'mpesa:payout') OR credit IN ('mpesa:collection', 'mpesa:payout')
  );

-- What a message is about is the application's word; a new one needs no migration.
ALTER TABLE hooks DROP CONSTRAINT hooks_purpose_check;
ALTER TABLE hooks ADD CONSTRAINT hooks_purpose_check CHECK (purpose ~ '^[a-z][a-z0-9_]{2,39}$');

GRANT SELECT, INSERT ON reconciliation_runs, reconciliation_items, reconciled_transfers, float_checks TO zawadi_app;
GRANT UPDATE (items) ON reconciliation_runs TO zawadi_app;
GRANT UPDATE (
  state, ours_cents, queried_at, closed_as, closed_by, closed_at, correction, reason
) ON reconciliation_items TO zawadi_app;
GRANT UPDATE (item_id, is_there) ON reconciled_transfers TO zawadi_app;
GRANT UPDATE (
  status, answered_at, collection_theirs_cents, collection_ours_cents, payout_theirs_cents, payout_ours_cents, next_at,
  is_reported
) ON float_checks TO zawadi_app;
