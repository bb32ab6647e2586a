-- Merchants that have tried too many unknown codes and have to wait. Every process reads the few of now, once a second,
-- so that a till that behaves well costs no query. The tries themselves are counted in attempts.

CREATE TABLE slowed_merchants (
  merchant_id uuid PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX slowed_merchants_now ON slowed_merchants (until);

GRANT SELECT, INSERT ON slowed_merchants TO zawadi_app;
GRANT UPDATE (until) ON slowed_merchants TO zawadi_app;
