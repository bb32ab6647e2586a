-- What follows from a committed effect (SMS, e-mail, webhooks): written in the effect's own transaction,
-- carried out afterwards by the workers in apps/api/src/platform/outbox.

CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  topic text NOT NULL CHECK (topic ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Sealed by the application, because messages carry names, phone numbers and codes; gone once done.
  payload bytea,
  dedupe_key text CHECK (length(dedupe_key) BETWEEN 1 AND 300),
  -- Somebody waits for it: it goes before everything that is not, however much of that there is.
  is_urgent boolean NOT NULL DEFAULT false,
  -- unknown: it may have happened and must not be repeated blindly. dead: given up or refused for good.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'dead', 'unknown')),
  created_at timestamptz NOT NULL DEFAULT now(),
  available_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Whoever holds the token may finish the row. A new lease brings a new token, so a worker that wakes up
  -- after its lease can no longer.
  lease_token uuid,
  lease_until timestamptz,
  last_error text CHECK (length(last_error) <= 500),
  finished_at timestamptz,
  CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  CHECK ((state = 'pending') = (finished_at IS NULL)),
  CHECK (payload IS NOT NULL OR state = 'done')
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE UNIQUE INDEX outbox_once_per_topic ON outbox (topic, dedupe_key) WHERE dedupe_key IS NOT NULL;
CREATE INDEX outbox_due ON outbox (is_urgent, available_at, id) WHERE state = 'pending';
CREATE INDEX outbox_done ON outbox (finished_at) WHERE state = 'done';

GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO zawadi_app;
