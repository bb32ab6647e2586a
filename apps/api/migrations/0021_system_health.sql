-- What the page about the system's health reads by index.
CREATE INDEX outbox_given_up ON outbox (finished_at) WHERE state IN ('dead', 'unknown');
CREATE INDEX provider_messages_newest ON provider_messages (received_at);

-- A reversal may be posted a moment after midnight, for a redemption of a moment before.
ALTER TABLE daily_sales DROP CONSTRAINT daily_sales_redemptions_check, DROP CONSTRAINT daily_sales_amount_cents_check;

-- When each job of the worker last ran. The job queue itself forgets within the hour.
CREATE TABLE job_runs (
  name text PRIMARY KEY CHECK (length(name) <= 60),
  -- A job that has not succeeded for so long needs somebody.
  late_after_seconds integer NOT NULL CHECK (late_after_seconds > 0),
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE ON job_runs TO zawadi_app;
