-- What the operator switches on and off while the system runs. The present state is one row for each feature, locked by
-- whoever changes it; how it came about stays in the changes, to which the application can only add.

CREATE TABLE feature_switches (
  name text PRIMARY KEY,
  is_on boolean NOT NULL DEFAULT false
);
INSERT INTO feature_switches (name) VALUES ('redeemByCode'), ('cardPayment');

CREATE TABLE feature_switch_changes (
  id uuid PRIMARY KEY,
  name text NOT NULL REFERENCES feature_switches (name),
  is_on boolean NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 200),
  changed_by uuid NOT NULL REFERENCES administrators (id),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX feature_switch_changes_by_name ON feature_switch_changes (name, changed_at DESC);

GRANT SELECT ON feature_switches TO zawadi_app;
GRANT UPDATE (is_on) ON feature_switches TO zawadi_app;
GRANT SELECT, INSERT ON feature_switch_changes TO zawadi_app;
