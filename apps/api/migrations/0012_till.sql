-- Who took a redemption and how, what the lists of a merchant are read by, and what was unusual at one.

ALTER TABLE redemptions
  ADD COLUMN channel text NOT NULL DEFAULT 'api' CHECK (channel IN ('portal', 'api')),
  -- Whoever stood at the till; the merchant's own system is nobody.
  ADD COLUMN staff_id uuid REFERENCES merchant_staff,
  -- As it was that day, and here because one merchant's list is searched by it.
  ADD COLUMN recipient_name text NOT NULL DEFAULT '',
  ADD COLUMN reversed_channel text CHECK (reversed_channel IN ('portal', 'api')),
  ADD COLUMN reversed_by uuid REFERENCES merchant_staff,
  ADD CHECK ((channel = 'portal') = (staff_id IS NOT NULL)),
  ADD CHECK ((reversed_at IS NULL) = (reversed_channel IS NULL)),
  ADD CHECK ((coalesce(reversed_channel, '') = 'portal') = (reversed_by IS NOT NULL));
UPDATE redemptions r SET recipient_name = v.recipient_name FROM vouchers v WHERE v.id = r.voucher_id;
-- A redemption becomes a reversed one once, and nothing else about it ever changes.
GRANT UPDATE (reversed_at, reversed_channel, reversed_by) ON redemptions TO zawadi_app;

-- Pages newest first, and their totals without the table.
CREATE INDEX redemptions_in_list ON redemptions (merchant_id, redeemed_at DESC, id DESC)
  INCLUDE (amount_cents, reversed_at);
CREATE INDEX redemptions_of_staff ON redemptions (staff_id, redeemed_at DESC, id DESC)
  WHERE staff_id IS NOT NULL;
-- What is new, for whoever watches all merchants. Rows come in the order of time, so a few bytes do for many pages.
CREATE INDEX redemptions_in_time ON redemptions USING brin (redeemed_at)
  WITH (pages_per_range = 16, autosummarize = on);

-- Parts of a name, within one merchant. Two extensions that every PostgreSQL brings and any owner may switch on.
CREATE SCHEMA extensions;
CREATE EXTENSION pg_trgm SCHEMA extensions;
CREATE EXTENSION btree_gin SCHEMA extensions;
CREATE INDEX redemptions_by_name ON redemptions
  USING gin (merchant_id, lower(recipient_name) extensions.gin_trgm_ops);

CREATE INDEX vouchers_by_receipt ON vouchers (mpesa_receipt) WHERE mpesa_receipt IS NOT NULL;
CREATE INDEX vouchers_by_last_four ON vouchers (code_last_four);
CREATE INDEX vouchers_by_issuer ON vouchers (issuer_merchant_id, issued_at DESC, id DESC)
  WHERE issuer_merchant_id IS NOT NULL;

CREATE TABLE fraud_alerts (
  merchant_id uuid NOT NULL REFERENCES merchants,
  id uuid NOT NULL,
  rule text NOT NULL CHECK (
    rule IN (
      'wrong_codes', 'rapid_redemptions', 'many_vouchers_one_phone', 'unusually_large', 'outside_opening_hours'
    )
  ),
  severity text NOT NULL CHECK (severity IN ('Low', 'Medium', 'High')),
  -- The same thing found again is the same alert.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  details jsonb NOT NULL,
  redemption_id uuid,
  raised_at timestamptz NOT NULL DEFAULT now(),
  acknowledged_at timestamptz,
  acknowledged_by uuid REFERENCES merchant_staff,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, rule, subject),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
CREATE INDEX fraud_alerts_in_list ON fraud_alerts (merchant_id, raised_at DESC, id DESC);
CREATE INDEX fraud_alerts_open ON fraud_alerts (merchant_id, raised_at DESC, id DESC)
  WHERE acknowledged_at IS NULL;
GRANT SELECT, INSERT ON fraud_alerts TO zawadi_app;
GRANT UPDATE (acknowledged_at, acknowledged_by) ON fraud_alerts TO zawadi_app;

-- How far the rules have looked, in one row.
CREATE TABLE fraud_watch (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  looked_until timestamptz NOT NULL
);
INSERT INTO fraud_watch (looked_until) VALUES (now());
GRANT SELECT, UPDATE (looked_until) ON fraud_watch TO zawadi_app;
