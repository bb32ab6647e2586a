-- What one administrator asks for and another one has to approve before it happens.

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,39}$'),
  subject_kind text NOT NULL CHECK (length(subject_kind) BETWEEN 1 AND 40),
  subject_id text NOT NULL CHECK (length(subject_id) BETWEEN 1 AND 80),
  summary text NOT NULL CHECK (length(summary) BETWEEN 1 AND 400),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 400),
  -- What the deed needs to be carried out; checked by the feature it belongs to. Never a secret.
  input jsonb NOT NULL,
  requested_by uuid NOT NULL REFERENCES administrators,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  closed_as text CHECK (closed_as IN ('APPROVED', 'REJECTED', 'EXPIRED')),
  -- Nobody when it expired.
  closed_by uuid REFERENCES administrators,
  closed_at timestamptz,
  closed_reason text CHECK (length(closed_reason) <= 400),
  CHECK ((closed_as IS NULL) = (closed_at IS NULL)),
  CHECK (coalesce(closed_as IN ('APPROVED', 'REJECTED'), false) = (closed_by IS NOT NULL)),
  -- Maker and checker are two people, whatever the application does.
  CONSTRAINT approvals_need_two CHECK (closed_as <> 'APPROVED' OR closed_by <> requested_by)
);
CREATE INDEX approvals_newest ON approvals (requested_at DESC, id DESC);
CREATE INDEX approvals_about ON approvals (subject_id, requested_at DESC, id DESC);
-- The same thing is asked for once at a time.
CREATE UNIQUE INDEX approvals_open ON approvals (kind, subject_id) WHERE closed_as IS NULL;

GRANT SELECT, INSERT ON approvals TO zawadi_app;
GRANT UPDATE (closed_as, closed_by, closed_at, closed_reason) ON approvals TO zawadi_app;
