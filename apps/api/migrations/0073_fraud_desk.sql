-- Alerts are about a merchant, a consumer or one of our own staff, and administrators work them: somebody takes an alert,
-- notes what was found out, and closes it with an outcome. That a merchant acknowledged its own alert changes none of that.
ALTER TABLE fraud_alerts DROP CONSTRAINT fraud_alerts_pkey;
ALTER TABLE fraud_alerts ADD PRIMARY KEY (id);
ALTER TABLE fraud_alerts
  ALTER COLUMN merchant_id DROP NOT NULL,
  ADD COLUMN user_id uuid REFERENCES users,
  ADD COLUMN administrator_id uuid REFERENCES administrators,
  -- The ids of redemptions, purchases, refunds and accounts that raised it, by kind; the newest of each.
  ADD COLUMN concerns jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN assigned_to uuid REFERENCES administrators,
  ADD COLUMN outcome text CHECK (outcome IN ('confirmed', 'false_alarm', 'unclear')),
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by uuid REFERENCES administrators,
  ADD CONSTRAINT fraud_alerts_about_one CHECK (num_nonnulls(merchant_id, user_id, administrator_id) = 1),
  ADD CONSTRAINT fraud_alerts_closed CHECK (num_nonnulls(outcome, closed_at, closed_by) IN (0, 3)),
  DROP CONSTRAINT fraud_alerts_rule_check,
  ADD CONSTRAINT fraud_alerts_rule_check CHECK (
    rule IN (
      'wrong_codes', 'rapid_redemptions', 'many_vouchers_one_phone', 'unusually_large', 'outside_opening_hours',
      'shop_velocity', 'buyer_velocity', 'many_refunds', 'shared_phone'
    )
  );
-- The same thing found again is the same alert; its subject names the consumer, the colleague or the phone.
CREATE UNIQUE INDEX fraud_alerts_of_people ON fraud_alerts (rule, subject) WHERE merchant_id IS NULL;
CREATE INDEX fraud_alerts_newest ON fraud_alerts (raised_at DESC, id DESC);
CREATE INDEX fraud_alerts_to_work ON fraud_alerts (raised_at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX fraud_alerts_of_user ON fraud_alerts (user_id, raised_at DESC) WHERE user_id IS NOT NULL;
GRANT UPDATE (severity, details, concerns, assigned_to, outcome, closed_at, closed_by) ON fraud_alerts TO zawadi_app;

-- What was done about an alert, in order. Nothing of it is ever changed.
CREATE TABLE fraud_alert_events (
  alert_id uuid NOT NULL REFERENCES fraud_alerts,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('note', 'assigned', 'unassigned', 'closed', 'reopened')),
  administrator_id uuid NOT NULL REFERENCES administrators,
  -- To whom.
  assigned_to uuid REFERENCES administrators,
  outcome text,
  -- A note, or the reason.
  words text NOT NULL DEFAULT '' CHECK (length(words) <= 2000),
  at timestamptz NOT NULL DEFAULT clock_moment(),
  PRIMARY KEY (alert_id, id),
  CHECK ((kind = 'assigned') = (assigned_to IS NOT NULL)),
  CHECK ((kind = 'closed') = (outcome IS NOT NULL)),
  CHECK (kind NOT IN ('note', 'closed', 'reopened') OR words <> '')
);
GRANT SELECT, INSERT ON fraud_alert_events TO zawadi_app;
