-- Events for a merchant's own system: where they go, what is to be sent, and what came of every try. The workers of
-- apps/api/src/features/merchants/webhooks carry them out.

CREATE TABLE webhook_endpoints (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  -- Null while there is none; switches and secret are kept.
  url text CHECK (length(url) BETWEEN 1 AND 2000),
  events text[] NOT NULL CHECK (
    events <@ ARRAY['voucher.created', 'voucher.redeemed', 'transaction.completed', 'settlement.processed', 'payment.failed']
  ),
  -- Sealed by the application, which needs them to sign.
  secret bytea,
  secret_made_at timestamptz,
  old_secret bytea,
  old_secret_until timestamptz,
  -- Tries without a success between them; while there are any, one try is made at a time and none before held_until.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  failing_since timestamptz,
  held_until timestamptz NOT NULL DEFAULT now(),
  -- The owner was told that it fails.
  warned_at timestamptz,
  switched_off_at timestamptz,
  switched_off_reason text CHECK (switched_off_reason IN ('gone', 'failing')),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((secret IS NULL) = (secret_made_at IS NULL)),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  CHECK (url IS NULL OR secret IS NOT NULL),
  CHECK ((failures = 0) = (failing_since IS NULL)),
  CHECK ((switched_off_at IS NULL) = (switched_off_reason IS NULL))
);

-- One event for one merchant. The id follows from its cause, so that a repeated cause finds it, and is the webhook-id
-- of every try. No foreign key: its lock on the merchant's row would be taken by every redemption.
CREATE TABLE webhook_deliveries (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 60),
  -- Thin, and json rather than jsonb: every try sends the same bytes.
  data json NOT NULL CHECK (length(data::text) < 19000),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  next_try_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Where in the schedule of retries it is; somebody who sends it again starts over.
  retries_used integer NOT NULL DEFAULT 0 CHECK (retries_used >= 0),
  last_status smallint,
  last_tried_at timestamptz,
  -- As in the outbox: whoever holds the token may say how the try ended.
  lease_token uuid,
  lease_until timestamptz,
  PRIMARY KEY (merchant_id, id),
  CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  CHECK (lease_token IS NULL OR state = 'pending')
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (merchant_id, next_try_at, id) WHERE state = 'pending';
-- Counts the tries under way at a merchant without reading its backlog.
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (merchant_id, lease_until) WHERE lease_token IS NOT NULL;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (merchant_id, created_at, id);
-- What merchants look for, among very many that went well.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (merchant_id, created_at, id) WHERE state = 'failed';

CREATE TABLE webhook_tries (
  merchant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  url text NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  is_delivered boolean NOT NULL,
  status smallint,
  response_body text CHECK (length(response_body) <= 2048),
  -- Why nothing was answered: a short code.
  failure text CHECK (length(failure) <= 60),
  PRIMARY KEY (merchant_id, delivery_id, number),
  FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);

GRANT SELECT, INSERT ON webhook_endpoints TO zawadi_app;
GRANT UPDATE (
  url, events, secret, secret_made_at, old_secret, old_secret_until, failures, failing_since, held_until, warned_at,
  switched_off_at, switched_off_reason, updated_at
) ON webhook_endpoints TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON webhook_deliveries TO zawadi_app;
GRANT UPDATE (
  state, next_try_at, tries, retries_used, last_status, last_tried_at, lease_token, lease_until
) ON webhook_deliveries TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON webhook_tries TO zawadi_app;
