-- Settings that administrators change while the system runs: fees and limits, what counts as unusual, and the wording
-- of messages. A version stays for ever; the latest whose time has come is in force, and without any what the
-- configuration or the program says.
CREATE TABLE setting_versions (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- Null is back to what we began with.
  value jsonb CHECK (length(value::text) < 20000),
  effective_from timestamptz NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 400),
  changed_by uuid NOT NULL REFERENCES administrators (id),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  withdrawn_at timestamptz,
  -- Only what was never in force can be taken back.
  CHECK (withdrawn_at < effective_from)
);
CREATE INDEX setting_versions_in_order ON setting_versions (name, effective_from DESC, changed_at DESC, id DESC);

GRANT SELECT, INSERT ON setting_versions TO zawadi_app;
GRANT UPDATE (withdrawn_at) ON setting_versions TO zawadi_app;

-- What was posted on each closed day in Nairobi, by the kinds of the accounts: all that reports are made of, so that a
-- year is some thousand rows however many transfers it had. The job sum-up-days writes it; the days after the last
-- one are read from the ledger itself.
CREATE TABLE daily_totals (
  day date NOT NULL,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  transfers bigint NOT NULL CHECK (transfers > 0),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (day, kind, debit, credit)
);

-- The same for what is redeemed at each merchant, and taken back.
CREATE TABLE daily_sales (
  day date NOT NULL,
  merchant_id uuid NOT NULL,
  redemptions integer NOT NULL CHECK (redemptions >= 0),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  PRIMARY KEY (day, merchant_id)
);

-- One row: every day up to this one is summed up.
CREATE TABLE summed_days (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  up_to date,
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO summed_days DEFAULT VALUES;

GRANT SELECT, INSERT, DELETE ON daily_totals, daily_sales TO zawadi_app;
GRANT SELECT ON summed_days TO zawadi_app;
GRANT UPDATE (up_to, at) ON summed_days TO zawadi_app;

-- Transfers are only ever added, in the order of their moments, so a range of blocks knows its days. It costs a
-- transfer nearly nothing, which an ordinary index would not.
CREATE INDEX transfers_by_day ON ledger.transfers USING brin (posted_at)
  WITH (pages_per_range = 32, autosummarize = on);
